extension Graph {
  /// The current snapshot of the registrations that the graph sees.
  ///
  /// The getter builds the snapshot if there is none.
  ///
  /// - Complexity: O(1), but after a change O(*n*) in the number of active registries.
  package var snapshot: Snapshot {
    if let present = withState({ $0.snapshot }) { return present }
    // The snapshots of the ancestors are built first, the outermost one before all others.
    // Recursion through the ancestors could be too deep for the stack.
    let missing = lineage.dropFirst().prefix { $0.withState { $0.snapshot } == nil }
    for graph in missing.reversed() { _ = graph.makeSnapshot() }
    return makeSnapshot()
  }

  /// Returns the graph's snapshot. Builds the snapshot if there is none.
  ///
  /// The caller has built the snapshots of the ancestors.
  private func makeSnapshot() -> Snapshot {
    while true {
      if let present = withState({ $0.snapshot }) { return present }
      let (own, version, hasEnded) = withState { ($0.registries, $0.version, $0.hasEnded) }
      // Also if the graph has ended, since its children may keep instances of farther registries.
      let farther = unretainedParent?.with { parent in
        parent.add(follower: self)
        return parent.withPublishedSnapshot(\.object) ?? parent.snapshot
      }
      let new = Snapshot(
        own: own, parent: farther, isIsolated: isIsolated,
        hasEnded: hasEnded || farther?.hasEnded == true)
      // The graph follows its parent now, so a parent that becomes stale later marks this graph
      // itself.
      if unretainedParent?.with({ $0.isStale }) == true {
        markStale()
      }
      let current = withState { state -> Snapshot? in
        guard state.version == version else { return nil }
        if let other = state.snapshot { return other }
        state.snapshot = new
        state.mayBeRead = true
        publishTable(state)
        return new
      }
      if let current { return current }
    }
  }

  /// The child graphs that each change of this graph has to notify; `nil` if there has never been
  /// any.
  var followers: UnretainedReference<Followers>? { lazyFollowers.borrowed }

  /// Adds a child graph to the graph's followers.
  ///
  /// The next change of this graph raises the child's version, and invalidates its snapshot.
  func add(follower child: Graph) {
    if let followers { return followers.with { $0.add(child) } }
    let new = Followers()
    (lazyFollowers.publish(new) ?? new).add(child)
  }

  /// Calls a closure with the snapshot that owns the lookup table which this graph has published.
  ///
  /// Takes no lock. The closure runs in a read section, so it must not run foreign code.
  ///
  /// - Returns: The result of the closure; `nil` if no table is published.
  func withPublishedSnapshot<Result>(_ body: (UnretainedReference<Snapshot>) -> Result) -> Result? {
    let section = ReadSection.begin()
    defer { section.end() }
    let table = LookupTable(bits: section.load(published))
    return UnretainedReference<Snapshot>(optional: table.snapshotBits).map(body)
  }

  /// Invalidates this graph's snapshot, and the descendants' snapshots that include it. Called
  /// under the lock.
  ///
  /// The next lookup builds a new snapshot. The lock is the lock of this graph.
  ///
  /// A child's lock is taken under its parent's lock, never the other way around. So no thread can
  /// see the change in this graph, and afterwards the old state in a child.
  ///
  /// - Returns: Whether a change of the parent has to invalidate this graph again although it has
  ///   no snapshot, since it keeps instances of registrations of its ancestors.
  @discardableResult
  func invalidate(_ state: inout State, _ retired: inout RetiredSnapshots) -> Bool {
    state.version += 1
    // The table is replaced even if there is no snapshot: another thread may be building one.
    published.store(LookupTable.empty, ordering: .sequentiallyConsistent)
    if let snapshot = state.snapshot { retired.snapshots.append(snapshot) }
    state.snapshot = nil
    let followers = followers
    for graph in followers?.with({ $0.children(removing: true) }) ?? [] {
      if graph.withState({ graph.invalidate(&$0, &retired) }) {
        followers?.with { $0.add(graph) }
      }
      retired.graphs.append(graph)
    }
    return parent != nil && state.store.count > 0 || followers?.with { $0.isEmpty } == false
  }

  /// Publishes the lookup table of the given snapshot, so that threads can search the table without
  /// a lock.
  ///
  /// Does nothing if the snapshot is outdated or the graph is used rarely.
  func publish(_ table: UInt, of snapshot: Snapshot) {
    if table == published.load(ordering: .relaxed) || !admitReaders() { return }
    withState { if $0.snapshot === snapshot { publishTable($0) } }
  }

  /// Publishes the lookup table of the graph's current snapshot, if threads may search it without a
  /// lock.
  ///
  /// The table may have grown since the caller has read it.
  func publishTable(_ state: borrowing State) {
    guard hasReaders, !isStale, recorder == nil, let snapshot = state.snapshot else { return }
    published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
  }
}

/// Methods that rebuild stale registries of a graph before a lookup.
///
/// A registry is stale if the observed state from which it was built has changed.
///
/// If observed state changes, the registries that are built from it are *stale*, and so are the
/// graphs that see them. A stale graph publishes an empty table, so the next lookup takes the slow
/// path and comes here. It builds the stale registries with closures that may run on the calling
/// thread. A lookup in a graph that is not stale pays nothing.
///
/// A graph stays stale, and its lookups slow, until all its registries are built. For example, a
/// container of the main actor is built when a lookup runs on the main actor, or by the next
/// update.
///
/// A graph is also stale as long as the lifetime of an instance depends on state that was not read
/// yet, or not since another thread has changed it. The next lookup that may read the state reads
/// it first.
extension Graph {
  /// Marks the graph as stale, and each descendant whose snapshot includes this graph's snapshot.
  ///
  /// The next lookup in these graphs rebuilds stale registries.
  package func markStale() {
    // A parent is marked before its children. So a child that builds its snapshot meanwhile finds
    // that the parent is stale.
    var graphs = [self]
    while let graph = graphs.popLast() {
      graph.withState { graph.recordStaleness(&$0) }
      graphs += graph.followingGraphs
    }
  }

  /// Marks the graph as stale until the given lifetime source is notified of changes of its
  /// observed state.
  ///
  /// The source reads its state on its actor.
  ///
  /// - Parameter source: The source. The next lookup on the source's actor reads the state before
  ///   it returns an instance.
  func markStale(until source: any LifetimeSource) {
    // Under one lock, so that a refresh that has not seen the source does not end the staleness.
    withState { state in
      if !state.unfollowed.contains(where: { $0 === source }) { state.unfollowed.append(source) }
      recordStaleness(&state)
    }
    for graph in followingGraphs { graph.markStale() }
  }

  /// Marks this graph itself as stale, but not its descendants.
  ///
  /// Called under the graph's lock.
  func recordStaleness(_ state: inout State) {
    state.staleCount += 1
    staleness.store(1, ordering: .sequentiallyConsistent)
    published.store(LookupTable.empty, ordering: .sequentiallyConsistent)
  }

  /// Rebuilds those stale registries of this graph and its ancestors that the calling thread may
  /// build.
  ///
  /// Other registries stay stale, since their closures may not run on the thread. Call this method
  /// outside every lock and read section.
  ///
  /// - Complexity: O(*d*) in the number of ancestors if nothing is stale.
  package func refreshStaleRegistries() {
    // Usually nothing is stale. The check retains no graph, since objects with weak references are
    // slow to retain.
    let graphs = sequence(first: UnretainedReference(self)) { $0.with(\.unretainedParent) }
    guard graphs.contains(where: { $0.with(\.isStale) }) else { return }
    var isFresh = true
    // The outermost ancestor first. No recursion: the chain of ancestors may be too long for the
    // stack.
    for graph in lineage.filter({ $0.isStale }).reversed() {
      isFresh = graph.refreshItself(afterParents: isFresh)
    }
  }

  /// Rebuilds this graph's stale registries, if their closures may run on the calling thread.
  ///
  /// Other registries stay stale, since their closures may not run on the thread.
  ///
  /// - Parameter parentsAreFresh: Whether no ancestor is stale now.
  /// - Returns: Whether neither this graph nor an ancestor is stale any more.
  private func refreshItself(afterParents parentsAreFresh: Bool) -> Bool {
    let count = withState { $0.staleCount }
    var updates = RegistryUpdates()
    for case let registry as DeclaredRegistry in withState({ $0.registries }).map(\.registry) {
      registry.update(&updates)
    }
    // Lifetime sources read their state, if the calling thread may read it.
    let sources = withState { $0.unfollowed }
    // A source may run code of the program when it is released, so it is not released under the
    // graph's lock.
    defer { withExtendedLifetime(sources) {} }
    let isIncomplete = !sources.filter { !$0.follows() }.isEmpty || updates.isIncomplete
    // Consumed, so that the replaced contents are released here, and not at the end of the
    // function.
    (consume updates).install()
    if isIncomplete || !parentsAreFresh { return false }
    return withState { state in
      // If a registry became stale or a source was added meanwhile, the graph stays stale until the
      // next call. A change marks the parent before this graph, so the parent is checked, too.
      guard state.staleCount == count, parent?.isStale != true else { return false }
      state.unfollowed = []
      staleness.store(0, ordering: .sequentiallyConsistent)
      publishTable(state)
      return true
    }
  }

  /// Rebuilds stale registries, also if the calling thread itself has just changed their observed
  /// state.
  ///
  /// A change counts if it came after the thread's last lookup.
  package func refreshAfterOwnChanges() {
    ThreadRecord.current.followNotes()
    refreshStaleRegistries()
  }
}

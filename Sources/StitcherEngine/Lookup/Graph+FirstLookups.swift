/// The first lookups of a child graph, which usually need no snapshot of the graph.
///
/// They search the graph's direct registrations, and then the lookup table of the parent.
///
/// The child graph of a request looks up a few keys, and then ends. Its own snapshot and table
/// would cost more than these lookups. After several lookups, the graph builds a snapshot, and then
/// reads without a lock.
extension Graph {
  /// The number of lookups after which the graph builds its own snapshot.
  private static let maximumLookups = 8

  /// Resolves a type without a snapshot of this graph if possible, otherwise with one.
  ///
  /// Another thread may change the parent after this lookup has read this graph's version. If the
  /// change comes before the search in the parent, the search finds the new state. If it comes
  /// later, it raises this graph's version, which is compared before the candidate is used. This
  /// requires that the graph follows the parent before the search. A result of the parent that is
  /// valid for all graphs depends on the parent only as it was at the search.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Throws: The error of a factory, a cycle, or a mismatch.
  @inline(never) @_optimize(speed)
  func resolveFirst<Value>(_ key: LookupKey, _ type: any Any.Type) throws -> Value {
    if let (own, version, follows) = stateForFirstLookup(of: type), let parent = unretainedParent {
      // Changes of the parent must raise this graph's version; see above. Also, if a lookup in the
      // parent fails, its error names the followers of the parent that have a registration.
      if !own.isEmpty, !follows { parent.with { $0.add(follower: self) } }
      var matches: [Registration] = []
      for active in own { active.contents.forEach(key) { matches.append($0) } }
      if matches.count == 1, let direct = directCandidate(matches[0], parent, version) {
        // If the cell has ended, the graph has changed, so the key is looked up again.
        do { return try obtain(direct, [], ThreadRecord.current) } catch is CellHasEnded {}
      } else if matches.isEmpty {
        let type = ObjectIdentifier(type)
        var found = parent.with { $0.find(type) }
        if found.kind == LookupResult.Kind.nothing, parent.with({ $0.hasReaders }) {
          _ = parent.with { $0.lookUp(key) }
          found = parent.with { $0.find(type) }
        }
        if found.isOneScoped, own.isEmpty, !follows {
          found.unpin()
          parent.with { $0.add(follower: self) }
          found = parent.with { $0.find(type) }
        }
        if withState({ $0.version != version }) {
          found.release(as: Value.self)
          return try resolveWithSnapshot(key)
        }
        if found.isForAllGraphs { return try finish(found, key) }
        defer { found.unpin() }
        if found.isOneScoped, let scoped = scopedCandidate(found, version) {
          do { return try obtain(scoped, [], found.record) } catch is CellHasEnded {}
        }
      }
    }
    return try resolveWithSnapshot(key)
  }

  /// Resolves a key with a snapshot of this graph.
  private func resolveWithSnapshot<Value>(_ key: LookupKey) throws -> Value {
    let found = lookUp(key)
    return try withExtendedLifetime(found) {
      try resolveBoxed(UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current)
    }
  }

  /// The registries of a graph, its version, and whether it certainly follows its parent already.
  private typealias FirstLookup = (own: [ActiveRegistry], version: UInt64, follows: Bool)

  /// Returns the state of this graph if a lookup of the given type needs no snapshot; otherwise
  /// `nil`.
  private func stateForFirstLookup(of type: any Any.Type) -> FirstLookup? {
    guard !isIsolated, recorder == nil, !isWatched else { return nil }
    let state = withState { state -> FirstLookup? in
      guard state.snapshot == nil, !isStale, state.registries.allSatisfy(\.isPlain),
        !state.hasEnded,
        state.firstLookups < Self.maximumLookups
      else { return nil }
      state.firstLookups += 1
      // A graph that stores instances follows its parent already.
      return (state.registries, state.version, state.store.count > 0)
    }
    // An optional or a collection may be ambiguous, which only a lookup with a snapshot detects.
    guard let state, state.own.isEmpty || Graph.containedType(of: type) == nil else { return nil }
    return state
  }

  /// Returns the candidate for a direct registration of this graph; `nil` if a snapshot is needed.
  ///
  /// A snapshot is needed in these cases:
  /// - The registration takes parameters, or the parent sees decorators.
  /// - The parent has ended, or has no published lookup table.
  /// - The version of this graph is no longer the given one.
  private func directCandidate(
    _ registration: Registration, _ parent: UnretainedReference<Graph>, _ version: UInt64
  ) -> Candidate? {
    guard registration.takes([]) else { return nil }
    // If this thread has changed the state of a container, the container is marked as stale here,
    // and the parent's table is no longer published. The new contents may have decorators.
    ThreadRecord.current.followNotes()
    let isPlain = parent.with { parent in
      parent.withPublishedSnapshot { $0.with { !$0.hasDecorations && !$0.hasEnded } }
    }
    guard isPlain == true else { return nil }
    var cell: Cell?
    if registration.isStored {
      cell = self.cell(for: registration, isOwn: false) { $0.version == version }
      if cell == nil { return nil }
    } else if withState({ $0.version != version }) {
      return nil
    }
    return Candidate(
      registration: registration, cell: cell, creator: UnretainedReference(self), distance: 0)
  }

  /// Returns a copy of the parent's scoped candidate, with a cell of this graph; `nil` if this
  /// graph has a newer version.
  private func scopedCandidate(_ found: LookupResult, _ version: UInt64) -> Candidate? {
    let known = found.lookupEntry.with { $0.candidates[0] }
    let cell = cell(
      for: known.registration, isOwn: known.cell?.isOwn == true, while: { $0.version == version })
    return cell.map {
      Candidate(
        registration: known.registration, cell: $0, creator: UnretainedReference(self),
        distance: known.distance + 1)
    }
  }
}

extension LookupResult {
  /// Whether the lookup has found exactly one candidate, which is scoped and takes no parameters.
  fileprivate var isOneScoped: Bool {
    kind == Kind.lookupEntry && lookupEntry.with { $0.isOneScoped }
  }

  /// Whether the result of the parent's lookup is also valid for lookups in child graphs.
  ///
  /// A scoped dependency needs a cell of the child graph. A transient dependency is created by the
  /// requesting graph if its factory is asynchronous or isolated to an actor; the lookup entry does
  /// not contain that graph.
  fileprivate var isForAllGraphs: Bool {
    guard kind == Kind.lookupEntry else { return kind != Kind.nothing }
    return lookupEntry.with {
      $0.candidates.count == 1 && !$0.isScoped
        && ($0.unstored != nil || $0.candidates[0].cell != nil)
    }
  }
}

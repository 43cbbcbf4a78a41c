/// The first lookups of a child graph, which need no snapshot of the graph.
///
/// They search the graph's direct registrations, and then the lookup table of the parent.
///
/// The child graph of a request looks up a few keys, and then ends. Its own snapshot and table
/// would cost more than these lookups. After several lookups, the graph builds a snapshot, and then
/// reads without a lock.
extension Graph {
  /// The number of lookups after which the graph builds its own snapshot.
  private static let maximumLookups = 8

  /// Resolves a type with or without this graph's own snapshot.
  ///
  /// The parent may change after the version was read. If the change comes before the search in the
  /// parent's table, the search finds the new state. If it comes later, it also changes this
  /// graph's version if that matters, because this graph follows the parent before the search.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Throws: The error of a factory, a cycle, or a mismatch.
  @inline(never) @_optimize(speed)
  func resolveFirst<Value>(_ key: LookupKey, _ type: any Any.Type) throws -> Value {
    if let (own, version, follows) = stateForFirstLookup(of: type), let parent = unretainedParent {
      // An error may have to name this graph, because it registers what its parent is asked for. It
      // is found among the parent's followers.
      if !own.isEmpty, !follows { parent.with { $0.add(follower: self) } }
      var matches: [Registration] = []
      for active in own { matches += active.contents.registrations(for: key) }
      if matches.count == 1, let direct = directCandidate(matches[0], parent, version) {
        // If the cell has ended, the graph has changed, so the key is looked up again.
        do { return try obtain(direct, [], ThreadRecord.current) } catch is CellHasEnded {}
      } else if matches.isEmpty {
        let type = ObjectIdentifier(type)
        var found = parent.with { $0.find(type) }
        if found.kind == LookupResult.Kind.nothing {
          _ = parent.with { $0.lookUp(key) }
          found = parent.with { $0.find(type) }
        }
        if found.isOneScoped, own.isEmpty, !follows {
          found.unpin()
          parent.with { $0.add(follower: self) }
          found = parent.with { $0.find(type) }
        }
        if found.isForAllGraphs { return try finish(found, key) }
        defer { found.unpin() }
        if found.isOneScoped, let scoped = scopedCandidate(found, version) {
          do { return try obtain(scoped, [], found.record) } catch is CellHasEnded {}
        }
      }
    }
    let found = lookUp(key)
    return try withExtendedLifetime(found) {
      try resolveBoxed(UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current)
    }
  }

  /// The registries of a graph, its version, and whether it follows its parent.
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
    // A request for an optional may be ambiguous.
    guard let state, state.own.isEmpty || Graph.containedType(of: type) == nil else { return nil }
    return state
  }

  /// Returns the candidate for a direct registration of this graph.
  ///
  /// Returns `nil` if the lookup needs a snapshot: the registration takes parameters or may have to
  /// be decorated, the parent has no published table or has ended, or this graph has a newer
  /// version.
  private func directCandidate(
    _ registration: Registration, _ parent: UnretainedReference<Graph>, _ version: UInt64
  ) -> Candidate? {
    guard registration.takes([]) else { return nil }
    // The thread may have changed the state from which a container with decorators is built.
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
  /// An asynchronous factory, or one that is isolated to an actor, is run by the requesting graph,
  /// which the lookup entry does not contain.
  fileprivate var isForAllGraphs: Bool {
    guard kind == Kind.lookupEntry else { return kind != Kind.nothing }
    return lookupEntry.with {
      $0.candidates.count == 1 && !$0.isScoped
        && ($0.unstored != nil || $0.candidates[0].cell != nil)
    }
  }
}

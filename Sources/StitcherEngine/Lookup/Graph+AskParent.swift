/// Lookups of a graph without own registries, which search the parent's lookup table.
///
/// Only the first lookups of the graph search there.
///
/// The child graph of a request looks up a few keys, and then ends. Its own snapshot and table
/// would cost more than these lookups. After several lookups, the graph builds a snapshot, and then
/// reads without a lock.
extension Graph {
  /// The number of lookups in the parent's table after which the graph builds its own snapshot.
  private static let maximumLookups = 8

  /// Resolves a type with a lookup in the parent's table, or with this graph's own snapshot.
  ///
  /// The parent may change after the version was read. If the change comes before the search in the
  /// parent's table, the search finds the new state. If it comes later, it also changes this
  /// graph's version, because this graph follows the parent before the search.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Throws: The error of a factory, a cycle, or a mismatch.
  @inline(never) @_optimize(speed)
  func resolveAskingParent<Value>(_ key: LookupKey, _ type: any Any.Type) throws -> Value {
    if let version = versionToAskParent(), let parent = unretainedParent {
      let type = ObjectIdentifier(type)
      var found = parent.with { $0.find(type) }
      if found.kind == LookupResult.Kind.nothing {
        _ = parent.with { $0.lookUp(key) }
        found = parent.with { $0.find(type) }
      }
      // A graph that stores instances follows its parent already.
      if found.isOneScoped, withState({ $0.store.count == 0 }) {
        found.unpin()
        parent.with { $0.add(follower: self) }
        found = parent.with { $0.find(type) }
      }
      if found.isForAllGraphs { return try finish(found, key) }
      defer { found.unpin() }
      if found.isOneScoped, let scoped = scopedCandidate(found, version) {
        // If the cell has ended, the graph has changed, so the key is looked up again.
        do { return try obtain(scoped, [], found.record) } catch is CellHasEnded {}
      }
    }
    let found = lookUp(key)
    return try withExtendedLifetime(found) {
      try resolveBoxed(UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current)
    }
  }

  /// Returns the version of this graph if its lookups may search the parent's table; otherwise
  /// `nil`.
  private func versionToAskParent() -> UInt64? {
    guard !isIsolated, recorder == nil, !isWatched else { return nil }
    return withState { state in
      guard state.snapshot == nil, state.registries.isEmpty, !state.hasEnded,
        state.answersOfParent < Self.maximumLookups
      else { return nil }
      state.answersOfParent += 1
      return state.version
    }
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

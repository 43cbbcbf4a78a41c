/// How a graph without registries of its own answers the first requests: by what its parent has
/// looked up.
///
/// A request's graph is asked for a few things, and then ends. A snapshot of its own, with a table,
/// would cost more than all of them. A graph that is asked often gets one, and then reads without
/// a lock.
extension Graph {
  /// How many requests are answered so.
  private static let maximum = 8

  /// Resolves a type by what the parent knows, or else looks it up.
  ///
  /// A change of the parent after the version was read either leads to another version, since this
  /// graph follows the parent before it asks, or comes before the parent is asked.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Throws: What a factory throws, a cycle, or a mismatch.
  @inline(never)
  func resolveAskingParent<Value>(_ key: LookupKey, _ type: any Any.Type) throws -> Value {
    if let version = versionToAskParent(), let parent = unretainedParent {
      let type = ObjectIdentifier(type)
      var found = parent.with { $0.find(type) }
      if found.kind == LookupResult.Kind.nothing {
        _ = parent.with { $0.lookUp(key) }
        found = parent.with { $0.find(type) }
      }
      // A graph that keeps instances follows its parent already.
      if found.isOneScoped, withState({ $0.store.count == 0 }) {
        found.unpin()
        parent.with { $0.add(follower: self) }
        found = parent.with { $0.find(type) }
      }
      do {
        if found.isOneScoped {
          defer { found.unpin() }
          if let scoped = scopedCandidate(found, version) {
            return try obtain(scoped, [], found.record)
          }
        } else if found.isForAllGraphs {
          return try finish(found, key)
        } else {
          found.unpin()
        }
        // If a cell has ended, the graph has changed, so the key is looked up again.
      } catch is CellHasEnded {}
    }
    let found = lookUp(key)
    return try withExtendedLifetime(found) {
      try resolveBoxed(UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current)
    }
  }

  /// The graph's version, if the parent may answer for it.
  private func versionToAskParent() -> UInt64? {
    guard !isIsolated, recorder == nil, !isWatched else { return nil }
    return withState { state in
      guard state.snapshot == nil, state.registries.isEmpty, !state.hasEnded,
        state.answersOfParent < Self.maximum
      else { return nil }
      state.answersOfParent += 1
      return state.version
    }
  }

  /// Returns what the parent knows as a candidate of this graph; nil if this graph has changed.
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
  /// Whether this is the slot of one candidate, which takes no parameters and is scoped.
  fileprivate var isOneScoped: Bool {
    kind == Kind.lookupEntry && lookupEntry.with { $0.isOneScoped }
  }

  /// Whether the result does not depend on the graph that is asked. A factory that is not free is
  /// run by the graph that is asked, which the slot does not know.
  fileprivate var isForAllGraphs: Bool {
    kind == Kind.lookupEntry ? lookupEntry.with { $0.isOneForAllGraphs } : kind != Kind.nothing
  }
}

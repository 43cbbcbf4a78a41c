/// How a graph without registries of its own answers the first requests: by what its parent has
/// looked up.
///
/// A request's graph is asked for a few things, and then ends. A snapshot of its own, with a table,
/// would cost more than all of them. A graph that is asked often gets one, and then reads without
/// a lock.
extension Graph {
  /// How many requests are answered so.
  private static let maximum = 8

  /// What the parent knows of a type.
  private struct ParentAnswer {
    /// What was found in the parent, and is pinned.
    let found: Found

    /// The same for this graph, if it is scoped.
    let scoped: Candidate?
  }

  /// Resolves a type by what the parent knows, or else looks it up.
  ///
  /// - Throws: What a factory throws, a cycle, or a mismatch.
  @inline(never)
  func resolveAskingParent<Value>(_ key: LookupKey, _ type: any Any.Type) throws -> Value {
    if let version = versionToAskParent() {
      // From here, not from within: stacks may be small.
      lentParent?.with { parent in
        if parent.isUnknown(ObjectIdentifier(type)) { _ = parent.lookUp(key, .type) }
      }
      if let answer = answerOfParent(ObjectIdentifier(type), version) {
        // If its place has ended, the graph has changed: what it sees now counts.
        do { return try take(answer, key) } catch is PlaceEnded {}
      }
    }
    let found = lookUp(key, .type)
    return try withExtendedLifetime(found) {
      try resolveBoxed(Borrowed(found.slot), key, record: ThreadRecord.current)
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

  /// Finds a type in the parent; nil if the graph has to look it up itself.
  ///
  /// A change of the parent after the version was read either leads to another version, since this
  /// graph follows the parent before it asks, or comes before the parent is asked.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  private func answerOfParent(_ type: ObjectIdentifier, _ version: UInt64) -> ParentAnswer? {
    guard let parent = lentParent else { return nil }
    var found = parent.with { $0.find(type) }
    // Who has places follows the parent already.
    if found.isOneScoped, withState({ $0.store.count == 0 }) {
      found.unpin()
      parent.with { $0.add(follower: self) }
      found = parent.with { $0.find(type) }
    }
    if found.isOneScoped { return scopedAnswer(found, version) }
    if found.kind == Found.Kind.nothing { return nil }
    if found.kind != Found.Kind.slot { return ParentAnswer(found: found, scoped: nil) }
    // What is not free is made by the graph that is asked, which the slot does not know.
    if found.slot.with({ $0.isOneForAllGraphs }) { return ParentAnswer(found: found, scoped: nil) }
    found.unpin()
    return nil
  }

  /// Returns the place of something scoped in this graph.
  private func scopedAnswer(_ found: Found, _ version: UInt64) -> ParentAnswer? {
    let candidates = found.slot.with { $0.candidates }
    if let place = candidates[0].cell,
      let cell = cell(
        for: candidates[0].registration, isOwn: place.isOwn, while: { $0.version == version })
    {
      let scoped = Candidate(
        registration: candidates[0].registration, cell: cell, creator: Borrowed(self),
        distance: candidates[0].distance + 1)
      return ParentAnswer(found: found, scoped: scoped)
    }
    found.unpin()
    return nil
  }

  /// Takes what the parent knows.
  ///
  /// - Throws: What a factory throws, a cycle, a mismatch, or ``PlaceEnded``.
  private func take<Value>(_ answer: ParentAnswer, _ key: LookupKey) throws -> Value {
    guard let scoped = answer.scoped, let cell = scoped.cell else {
      return try finish(answer.found, key)
    }
    defer { answer.found.unpin() }
    return try obtain(scoped: scoped, cell, answer.found.record)
  }
}

extension Found {
  /// Whether this is the slot of one candidate, which takes no parameters and is scoped.
  fileprivate var isOneScoped: Bool { kind == Kind.slot && slot.with { $0.isOneScoped } }
}

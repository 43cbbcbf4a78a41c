extension Graph {
  /// A slot that was looked up, with what keeps it and its registrations, with all that they need,
  /// alive.
  package struct RetainedLookup {
    let lookupEntry: LookupEntry
    package let snapshot: Snapshot

    /// All candidates in order.
    package var candidates: [Candidate] { lookupEntry.candidates }
  }

  /// Looks a key up in the registries that the graph sees, and remembers what it leads to.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameter isAll: Whether all dependencies of a type are looked up, and not the only one of a
  ///   key.
  package func lookUp(_ key: LookupKey, all isAll: Bool = false) -> RetainedLookup {
    ThreadRecord.current.followNotes()
    while true {
      refreshStaleRegistries()
      let snapshot = snapshot
      // As long as the graph has no readers, nothing is found without the lock.
      if !hasReaders, let (table, lookupEntry) = snapshot.remembered(key, isAll) {
        publish(table, of: snapshot)
        return RetainedLookup(lookupEntry: lookupEntry, snapshot: snapshot)
      }
      guard
        let found = candidates(
          isAll ? snapshot.allRegistrations(for: key) : snapshot.registrations(for: key),
          in: snapshot),
        var candidates = decorated(found, key, in: snapshot)
      else {
        continue
      }
      if !isAll, canBeCurrent, !candidates.isEmpty, case .type(let type) = key {
        guard let others = containedCandidates(beside: candidates, type, in: snapshot) else {
          continue
        }
        candidates += others
      }
      return RetainedLookup(
        lookupEntry: remember(candidates, key, isAll, in: snapshot), snapshot: snapshot)
    }
  }

  /// The front end's type that says what an optional or a collection contains; nil as long as
  /// neither is registered.
  ///
  /// A front end sets it if a request for an optional or a collection may find the dependencies of
  /// the type that it contains. It is a type, and not a closure, since a generic lock would wrap a
  /// closure again at each access.
  package static let composites = Lock<(any CompositeTypes.Type)?>(nil)

  /// Returns the dependencies of the type that a registered optional or collection contains, if
  /// they have the same parameters. If there are any, a request for the optional or the collection
  /// is ambiguous. Returns nil if the graph has changed meanwhile.
  private func containedCandidates(
    beside own: [Candidate], _ type: any Any.Type, in snapshot: Snapshot
  ) -> [Candidate]? {
    guard let composites = Graph.composites.withLock({ $0 }),
      let contained = composites.containedType(of: type)
    else { return [] }
    let found = snapshot.registrations(for: .type(contained)).filter { other in
      own.contains { $0.registration.hasSameParameters(as: other.registration) }
        && !own.contains { $0.registration.undecorated === other.registration }
    }
    return candidates(found, in: snapshot)
  }

  /// Adds to registrations where their instances live; nil if the graph has changed meanwhile.
  private func candidates(
    _ found: [(registration: Registration, place: VisibleRegistry)], in snapshot: Snapshot
  ) -> [Candidate]? {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(found.count)
    for (registration, visible) in found {
      guard registration.isStored else {
        candidates.append(
          Candidate(
            registration: registration, cell: nil, creator: UnretainedReference(self),
            distance: visible.distance, isWatched: isWatched))
        continue
      }
      let distance = registration.scope.isScoped ? 0 : visible.storeDistance
      let creator = ancestor(distance)
      let cell: Cell?
      // Kept by the registry itself, wherever it is attached, unless an isolated graph stands
      // between.
      if case .editable(let registry) = visible.active.contents,
        visible.storeDistance == visible.distance, !registration.scope.isScoped
      {
        cell = registry.cell(for: registration)
      } else {
        let bits = snapshot.ancestor(distance).bits
        cell = creator.with {
          $0.cell(for: registration, isOwn: visible.active.isEditable) { $0.snapshot?.bits == bits }
        }
      }
      guard let cell else { return nil }
      candidates.append(
        Candidate(
          registration: registration, cell: cell, creator: creator,
          distance: visible.distance))
    }
    return candidates
  }

  /// Returns the place of a registration in this graph's store, making it if there is none; nil if
  /// the graph has changed meanwhile.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameter isCurrent: Whether it has not changed; called under the lock.
  func cell(
    for registration: Registration, isOwn: Bool, while isCurrent: (borrowing State) -> Bool
  ) -> Cell? {
    var compared: InstanceStore.Chain?
    while true {
      let (isDone, new, others) = withState { state -> (Bool, Cell?, InstanceStore.Chain?) in
        guard isCurrent(state) else { return (true, nil, nil) }
        // Cells that have come since they were compared have to be compared, too.
        if let others = state.store.chain(of: registration),
          compared?.elementsEqual(others, by: ===) != true
        {
          return (false, nil, others)
        }
        let new = Cell(
          for: registration, isOwn: isOwn, order: state.store.insertions)
        state.store.insert(new)
        return (true, new, nil)
      }
      if isDone { return new }
      if let cell = others?.cell(of: registration, isOwn: isOwn) { return cell }
      compared = others
    }
  }

  /// Remembers what a key leads to.
  private func remember(
    _ candidates: [Candidate], _ key: LookupKey, _ isAll: Bool, in snapshot: Snapshot
  ) -> LookupEntry {
    let isRemembered: Bool
    let hash: UInt
    switch key {
    case .type: (hash, isRemembered) = (key.lookupEntryHash(isAll), true)
    case .name: (hash, isRemembered) = (key.lookupEntryHash(isAll), !candidates.isEmpty)
    case .value(let value): (hash, isRemembered) = (value.lookupEntryHash, !candidates.isEmpty)
    }
    // Names and values that lead to nothing are not remembered: there is no end of them.
    guard isRemembered else { return key.lookupEntry(isAll, candidates, next: nil) }
    let (table, new) = snapshot.remember(hash) { first in
      key.isRemembered(isAll, among: first)
        ? nil : key.lookupEntry(isAll, candidates, next: first)
    }
    publish(table, of: snapshot)
    return new ?? key.lookupEntry(isAll, candidates, next: nil)
  }
}

/// A front end's type that says which type an optional or a collection contains.
package protocol CompositeTypes {
  /// Returns what an optional wraps, or the element type of a collection; nil for other types.
  static func containedType(of type: any Any.Type) -> (any Any.Type)?
}

extension LookupKey {
  /// Makes the slot of the key. Runs no foreign code.
  fileprivate func lookupEntry(
    _ isAll: Bool, _ candidates: [Candidate], next: UnretainedReference<LookupEntry>?
  ) -> LookupEntry {
    switch self {
    case .type(let type):
      let bits = LookupKey.hash(of: type)
      return LookupEntry(
        kind: isAll ? .all : .type, keyTypeBits: bits, candidates: candidates, next: next)
    case .name(var name):
      name.makeContiguousUTF8()
      return ValueLookupEntry(kind: .name, value: name, candidates: candidates, next: next)
    case .value(let value): return value.lookupEntry(candidates: candidates, next: next)
    }
  }

  /// Returns the slot of the key, if it is a type or a name. Runs no foreign code.
  fileprivate func lookupEntry(_ isAll: Bool, among first: UnretainedReference<LookupEntry>?)
    -> UnretainedReference<LookupEntry>?
  {
    switch self {
    case .type(let type):
      let bits = LookupKey.hash(of: type)
      return first.first { $0.kind == (isAll ? .all : .type) && $0.keyTypeBits == bits }
    case .name(let name): return first.first { $0.isFound(byName: name) }
    case .value: return nil
    }
  }

  /// Whether a slot of the key is there already. Runs no foreign code.
  fileprivate func isRemembered(_ isAll: Bool, among first: UnretainedReference<LookupEntry>?)
    -> Bool
  {
    // Values are not compared here, so one may be remembered more than once: by threads that look
    // it up at one time, and if it has changed since. There is no end of the latter.
    if case .value = self { return first.count >= 16 }
    return lookupEntry(isAll, among: first) != nil
  }

  /// The hash by which the slot of a type or a name is found.
  fileprivate func lookupEntryHash(_ isAll: Bool) -> UInt { isAll ? hash | 1 : hash }
}

extension Snapshot {
  /// Returns what a type or a name has led to before, with the address of the table.
  fileprivate func remembered(
    _ key: LookupKey, _ isAll: Bool
  ) -> (table: UInt, lookupEntry: LookupEntry)? {
    if case .value = key { return nil }
    var known: LookupEntry?
    let table = remember(key.lookupEntryHash(isAll)) { first in
      known = key.lookupEntry(isAll, among: first)?.object
      return nil
    }.table
    return known.map { (table, $0) }
  }
}

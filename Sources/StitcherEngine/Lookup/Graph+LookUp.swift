extension Graph {
  /// A lookup entry, together with the snapshot that keeps the entry and its registrations alive.
  package struct RetainedLookup {
    let lookupEntry: LookupEntry
    package let snapshot: Snapshot

    /// The candidates that the lookup entry contains, in order.
    ///
    /// A candidate is a registration that the lookup has found.
    package var candidates: [Candidate] { lookupEntry.candidates }
  }

  /// Searches the registries that this graph sees for a key, and stores the result in the lookup
  /// table.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isAll: Whether the request is for all dependencies of a type, and not for a single one.
  package func lookUp(_ key: LookupKey, all isAll: Bool = false) -> RetainedLookup {
    ThreadRecord.current.followNotes()
    let key = key.contiguous
    while true {
      refreshStaleRegistries()
      let snapshot = snapshot
      // As long as the graph has no readers, its table is not published, and is searched under the
      // lock.
      if !hasReaders, let lookupEntry = remembered(nil, key, isAll, in: snapshot) {
        return RetainedLookup(lookupEntry: lookupEntry, snapshot: snapshot)
      }
      guard
        let found = candidates(snapshot.registrations(for: key, all: isAll), in: snapshot),
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
      let lookupEntry = remembered(candidates, key, isAll, in: snapshot)
      return RetainedLookup(
        lookupEntry: lookupEntry ?? key.lookupEntry(isAll, candidates, next: nil),
        snapshot: snapshot)
    }
  }

  /// The front end's type that returns the element types of optionals and collections.
  ///
  /// `nil` until an optional or a collection is registered.
  ///
  /// A front end sets this if a request for an optional or a collection may also find dependencies
  /// of the contained type. The value is a type, not a closure, because a generic lock would wrap a
  /// closure again at each access.
  package static let composites = Lock<(any CompositeTypes.Type)?>(nil)

  /// Returns the type that the given optional or collection contains; `nil` for other types.
  static func containedType(of type: any Any.Type) -> (any Any.Type)? {
    if ProcessWord.composites.word.load(ordering: .relaxed) == 0 { return nil }
    return composites.withLock { $0 }?.containedType(of: type)
  }

  /// Returns the candidates for the type that the requested optional or collection contains.
  ///
  /// They have to take the same parameters.
  ///
  /// If there are any, a request for the optional or the collection is ambiguous.
  ///
  /// - Returns: The candidates for the contained type; `nil` if the graph has changed meanwhile.
  private func containedCandidates(
    beside own: [Candidate], _ type: any Any.Type, in snapshot: Snapshot
  ) -> [Candidate]? {
    guard let contained = Graph.containedType(of: type) else { return [] }
    let found = snapshot.registrations(for: .type(contained)).filter { other in
      own.contains { $0.registration.takes(other.registration.parameterTypes) }
        && !own.contains { $0.registration.undecorated === other.registration }
    }
    return candidates(found, in: snapshot)
  }

  /// Returns a candidate for each given registration: the registration with its cell and graph.
  ///
  /// Returns `nil` if the graph has changed meanwhile.
  private func candidates(
    _ found: [(registration: Registration, place: VisibleRegistry)], in snapshot: Snapshot
  ) -> [Candidate]? {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(found.count)
    for (registration, visible) in found {
      var creator = UnretainedReference(self)
      var cell: Cell?
      if registration.isStored {
        let distance = registration.scope.isScoped ? 0 : visible.storeDistance
        creator = ancestor(distance)
        // An editable registry stores the instances itself, in whichever graph it is active, unless
        // an isolated graph lies between.
        if case .editable(let registry) = visible.active.contents,
          visible.storeDistance == visible.distance, !registration.scope.isScoped
        {
          cell = registry.cell(for: registration)
        } else {
          cell = self.cell(
            for: registration, isOwn: visible.active.isEditable, at: distance, in: snapshot)
        }
        if cell == nil { return nil }
      }
      candidates.append(
        Candidate(
          registration: registration, cell: cell, creator: creator, distance: visible.distance,
          isWatched: isWatched))
    }
    return candidates
  }

  /// Returns the cell for the given registration in the store of an ancestor.
  ///
  /// Returns `nil` if the ancestor has changed since the snapshot was built.
  ///
  /// - Parameter distance: The number of parent links to the ancestor.
  func cell(
    for registration: Registration, isOwn: Bool, at distance: Int, in snapshot: Snapshot
  ) -> Cell? {
    let seen = snapshot.ancestor(distance).bits
    return ancestor(distance).with {
      $0.cell(for: registration, isOwn: isOwn) { $0.snapshot?.bits == seen }
    }
  }

  /// Returns the cell for the given registration in this graph's store, and adds a cell if there is
  /// none.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - isOwn: Whether the cell belongs to this registration only, and not to equal ones.
  ///   - isCurrent: Whether the graph is unchanged. Called under the graph's lock.
  /// - Returns: The cell, or `nil` if the graph has changed meanwhile.
  func cell(
    for registration: Registration, isOwn: Bool, while isCurrent: (borrowing State) -> Bool
  ) -> Cell? {
    var compared: [Cell] = []
    while true {
      let (new, others) = withState { state -> (Cell?, [Cell]?) in
        guard isCurrent(state) else { return (nil, nil) }
        // Another thread may have added cells during the comparison. They have to be compared, too.
        let others = state.store.chain(of: registration)
        if !others.elementsEqual(compared, by: ===) { return (nil, others) }
        let new = Cell(for: registration, isOwn: isOwn)
        state.store.insert(new)
        return (new, nil)
      }
      guard let others else { return new }
      if let cell = others.cell(of: registration, isOwn: isOwn) { return cell }
      compared = others
    }
  }

  /// Returns the lookup entry for a key in the snapshot's lookup table; adds an entry if candidates
  /// are given.
  ///
  /// - Parameter candidates: The candidates for a new entry, or `nil` to add none.
  /// - Returns: The entry, or `nil` if there is none.
  private func remembered(
    _ candidates: [Candidate]?, _ key: LookupKey, _ isAll: Bool, in snapshot: Snapshot
  ) -> LookupEntry? {
    // Names and values without a registration are not stored, because their number is unlimited.
    if case .type = key {} else if candidates?.isEmpty == true { return nil }
    let (table, lookupEntry) = snapshot.remember(key, isAll, candidates)
    if lookupEntry != nil { publish(table, of: snapshot) }
    return lookupEntry
  }
}

/// A type that returns the wrapped type of an optional, and the element type of a collection.
///
/// A front end provides it.
package protocol CompositeTypes {
  /// Returns the type that an optional or a collection contains; `nil` for other types.
  static func containedType(of type: any Any.Type) -> (any Any.Type)?
}

extension LookupKey {
  /// Creates a lookup entry with the given candidates for this key.
  ///
  /// Runs no foreign code.
  func lookupEntry(
    _ isAll: Bool, _ candidates: [Candidate], next: UnretainedReference<LookupEntry>?
  ) -> LookupEntry {
    switch self {
    case .type:
      return LookupEntry(
        kind: isAll ? .all : .type, keyTypeBits: hash, candidates: candidates, next: next)
    case .name(let name):
      return ValueLookupEntry(kind: .name, value: name, candidates: candidates, next: next)
    case .value(let value): return value.lookupEntry(candidates: candidates, next: next)
    }
  }

  /// Returns the hash of this key in a lookup table, which differs for a request for all
  /// dependencies.
  func lookupEntryHash(_ isAll: Bool) -> UInt {
    if case .value(let value) = self { return value.lookupEntryHash }
    return isAll ? hash | 1 : hash
  }
}

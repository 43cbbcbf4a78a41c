/// The registries that a graph sees between two changes, with the results of lookups in them.
///
/// The registries never change. The lookup table only grows, and contains only results from these
/// registries. So a reader sees a single state of the graph.
package final class Snapshot: Sendable {
  /// The registries that are active in the snapshot's graph itself.
  ///
  /// The registries that hide others come first. Both groups are in order of activation.
  private let own: [ActiveRegistry]

  /// Whether the snapshot's graph is isolated.
  ///
  /// An isolated graph stores its own instances of its ancestors' dependencies.
  private let isIsolated: Bool

  /// Whether the snapshot's graph or one of its ancestors has ended.
  ///
  /// If so, lookups find nothing.
  package let hasEnded: Bool

  /// Whether any registry that the snapshot's graph sees has decorators.
  package let hasDecorations: Bool

  /// The snapshot of the parent graph, which this snapshot includes; `nil` if there is no parent.
  let parent: Snapshot?

  /// The snapshot's current lookup table, and all objects to which the table refers.
  private let contents: Lock<Contents>

  /// The lookup tables and lookup entries of a snapshot, which a lock protects.
  private struct Contents: @unchecked Sendable {
    // Safe: accessed under the lock. The entries of the tables are atomic.
    var table: LookupTable
    var outgrown: [LookupTable] = []
    var lookupEntries: [LookupEntry] = []
  }

  /// Creates a snapshot with an empty lookup table.
  ///
  /// - Parameters:
  ///   - own: The graph's own registries.
  ///   - parent: The parent's snapshot.
  ///   - isIsolated: Whether the graph stores its own instances of its ancestors' dependencies.
  ///   - hasEnded: Whether the graph or one of its ancestors has ended.
  package init(
    own: [ActiveRegistry], parent: Snapshot? = nil, isIsolated: Bool = false,
    hasEnded: Bool = false
  ) {
    let direct = own.filter(\.registry.isDirect)
    self.own = direct.isEmpty ? own : direct + own.filter { !$0.registry.isDirect }
    self.parent = parent
    self.isIsolated = isIsolated
    self.hasEnded = hasEnded
    hasDecorations =
      parent?.hasDecorations == true || own.contains { !$0.contents.decorations(of: nil).isEmpty }
    contents = Lock(Contents(table: LookupTable(bits: LookupTable.empty)))
    let bits = bits
    contents.withLock { $0.table = LookupTable(entryCount: 8, snapshotBits: bits) }
  }

  deinit {
    contents.withLock { contents in
      contents.table.deallocate()
      for table in contents.outgrown { table.deallocate() }
    }
  }

  /// Returns a new snapshot with the registries of this one and one more active registry.
  package func adding(_ registry: ActiveRegistry) -> Snapshot {
    Snapshot(own: own + [registry], parent: parent, isIsolated: isIsolated, hasEnded: hasEnded)
  }

  /// All registries that the snapshot's graph sees, from the nearest graph to the farthest.
  ///
  /// The registries of one graph are in order of activation.
  ///
  /// - Complexity: O(*n*) in the number of these registries.
  package var registries: [VisibleRegistry] {
    var all: [VisibleRegistry] = []
    forEachRegistry { all.append($0) }
    return all
  }

  /// Calls a closure with each registry of ``registries``, in order.
  private func forEachRegistry(_ body: (VisibleRegistry) -> Void) {
    var (distance, storeDistance, isBehindIsolated) = (0, 0, false)
    for snapshot in sequence(first: self, next: \.parent) {
      for active in snapshot.own {
        body(
          VisibleRegistry(
            active: active, distance: distance, storeDistance: storeDistance,
            isIsolated: snapshot.isIsolated))
      }
      (distance, isBehindIsolated) = (distance + 1, isBehindIsolated || snapshot.isIsolated)
      if !isBehindIsolated { storeDistance += 1 }
    }
  }

  /// The address of this snapshot.
  var bits: UInt { UnretainedReference(self).bits }

  /// The address of the snapshot's current lookup table.
  var tableBits: UInt { contents.withLock { $0.table.bits } }

  /// Returns the snapshot of the ancestor that is the given number of parent links away.
  ///
  /// Zero means this snapshot.
  package func ancestor(_ distance: Int) -> UnretainedReference<Snapshot> {
    // A snapshot has as many ancestors as its registries have distances.
    (0..<distance).reduce(UnretainedReference(self)) { snapshot, _ in
      snapshot.with { UnretainedReference($0.parent.unsafelyUnwrapped) }
    }
  }

  /// Returns the registrations for a key, from the nearest graph to the farthest, without hidden
  /// ones.
  ///
  /// Registrations of one graph have the order of activation, then of registration. Duplicates are
  /// omitted. So are registrations that a registration with the same parameters hides, of a nearer
  /// graph, or of the graph's own registries that hide others.
  ///
  /// A request for all dependencies finds other registrations; see ``allRegistrations(for:)``.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  package func registrations(
    for key: LookupKey, all isAll: Bool = false
  ) -> [(registration: Registration, place: VisibleRegistry)] {
    if hasEnded { return [] }
    if isAll { return allRegistrations(for: key) }
    var found = FoundRegistrations(key: key)
    forEachRegistry { found.search($0, isHidable: true) }
    return found.entries
  }

  /// The registrations for a key in some registries, in order and without duplicates.
  private struct FoundRegistrations {
    let key: LookupKey
    var entries: [(registration: Registration, place: VisibleRegistry)] = []
    var rank: Int?
    /// The number of entries at the front that hide later ones with the same parameters.
    var hidingCount = 0

    /// Adds the registrations of the next registry.
    ///
    /// - Parameters:
    ///   - registry: The registry. Its rank is not lower than that of the registry before it.
    ///   - isHidable: Whether registrations of lower rank hide those of this registry.
    mutating func search(_ registry: VisibleRegistry, isHidable: Bool) {
      let previous = entries.count
      if registry.rank != rank {
        rank = registry.rank
        if isHidable { hidingCount = previous }
      }
      registry.active.contents.forEach(key) { registration in
        let isLeftOut =
          entries[..<previous].contains { $0.registration.isEqual(to: registration) }
          || entries[..<hidingCount].contains { $0.registration.takes(registration.parameterTypes) }
        if !isLeftOut { entries.append((registration, registry)) }
      }
    }
  }

  /// Returns the registrations of all dependencies with the given key, those of the farthest graph
  /// first.
  ///
  /// Registrations of one graph have the order of activation, then of registration. A child graph
  /// adds to the registrations of its parents. Of equal registrations, the nearest one replaces the
  /// others.
  ///
  /// The registrations of an isolated graph hide farther ones with the same parameters. Its inline
  /// registrations hide those of its containers.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  private func allRegistrations(
    for key: LookupKey
  ) -> [(registration: Registration, place: VisibleRegistry)] {
    var found: [(registration: Registration, place: VisibleRegistry)] = []
    var visible = registries
    while let distance = visible.last?.distance {
      let first = (visible.lastIndex { $0.distance != distance } ?? -1) + 1
      var own = FoundRegistrations(key: key)
      for registry in visible[first...] { own.search(registry, isHidable: registry.isIsolated) }
      if visible[first].isIsolated {
        found.removeAll { farther in
          own.entries.contains { $0.registration.takes(farther.registration.parameterTypes) }
        }
      }
      let farther = found.endIndex
      for entry in own.entries {
        let position = found[..<farther].firstIndex {
          $0.place.distance != distance && $0.registration.isEqual(to: entry.registration)
        }
        if let position { found[position] = entry } else { found.append(entry) }
      }
      visible.removeSubrange(first...)
    }
    return found
  }

  /// Returns the decorators for the given key, or all decorators if the key is `nil`.
  ///
  /// The decorators of the farthest graph come first. Decorators of one graph have the order of
  /// activation, then of declaration.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Complexity: O(*r*) on average in the number of registries, plus the number of decorators
  ///   found.
  package func decorations(of key: LookupKey?) -> [(decoration: any Decoration, distance: Int)] {
    if !hasDecorations || hasEnded { return [] }
    let all = registries.flatMap { registry in
      registry.active.contents.decorations(of: key)
        .map { (decoration: $0, distance: registry.distance) }
    }
    // The sort is stable.
    return all.inOrder { UInt64(Int.max - $0.distance) }
  }

  /// Returns the registrations for all keys, without duplicates, from the nearest graph to the
  /// farthest.
  func allRegistrations() -> [Registration] {
    if hasEnded { return [] }
    let registries = registries
    return registries.enumerated().flatMap { position, registry in
      registry.active.contents.registrations.filter { registration in
        registries[..<position].allSatisfy { $0.active.contents.equal(of: registration) == nil }
      }
    }
  }

  /// Returns the lookup entry for a key, and adds an entry to the lookup table if there is none.
  ///
  /// If the table is full, replaces it by a larger one. Runs no foreign code under the lock.
  ///
  /// Values are not compared here. So a value may get several entries: from threads that look the
  /// value up at the same time, and if the value has changed since. There are at most 16 entries
  /// for each hash.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isAll: Whether the lookup is for all dependencies of a type.
  ///   - candidates: The candidates for a new entry, or `nil` to add none.
  /// - Returns: The address of the current table, which may be a new one, and the entry, if there
  ///   is one.
  func remember(
    _ key: LookupKey, _ isAll: Bool, _ candidates: [Candidate]?
  ) -> (table: UInt, lookupEntry: LookupEntry?) {
    let hash = key.lookupEntryHash(isAll)
    return contents.withLock { contents in
      let first = contents.table.firstLookupEntry(hash)
      if let known = first.first(where: { $0.isFound(by: key, all: isAll) }) {
        return (contents.table.bits, known.object)
      }
      guard let candidates, first?.with({ $0.count }) ?? 0 < 16 else {
        return (contents.table.bits, nil)
      }
      let lookupEntry = key.lookupEntry(isAll, candidates, next: first)
      if contents.lookupEntries.count * 2 >= contents.table.entryCount {
        let larger = LookupTable(entryCount: contents.table.entryCount * 4, snapshotBits: bits)
        for entry in contents.table.entries {
          larger.store(
            entry.target.load(ordering: .relaxed),
            lookupEntry: entry.lookupEntry.load(ordering: .relaxed),
            for: entry.hash.load(ordering: .relaxed))
        }
        contents.outgrown.append(contents.table)
        contents.table = larger
      }
      contents.lookupEntries.append(lookupEntry)
      contents.table.store(
        lookupEntry.target, lookupEntry: UnretainedReference(lookupEntry).bits, for: hash)
      return (contents.table.bits, lookupEntry)
    }
  }

  #if STITCHER_INVARIANTS
    /// Checks that the snapshot's lookup table refers only to lookup entries that the snapshot
    /// retains.
    func _invariantCheck() {
      contents.withLock { contents in
        let owned = Set(contents.lookupEntries.map { UnretainedReference($0).bits })
        let lookupEntries = contents.table.entries.map { $0.lookupEntry.load(ordering: .relaxed) }
        precondition(
          lookupEntries.allSatisfy { owned.contains($0) }, "An entry without an owner.")
        precondition(owned.count * 2 <= contents.table.entryCount, "The table has a free entry.")
      }
    }
  #endif
}

#if STITCHER_INVARIANTS
  extension Graph {
    /// Checks the invariants of the graph's lookup table and store.
    package func _invariantCheck() {
      withState { state in
        precondition(state.store.cells.count == state.store.count, "The number of places.")
        state.snapshot?._invariantCheck()
      }
    }
  }
#endif

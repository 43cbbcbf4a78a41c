/// What a graph sees at one moment, its own registries and those of its ancestors, and what was
/// looked up in them so far.
///
/// The registries never change. The table only grows, and only holds what they say, so a reader
/// sees the graph of one moment and nothing else.
package final class Snapshot: Sendable {
  /// The graph's own registries: those that hide others first, then in order of activation.
  private let own: [ActiveRegistry]

  /// How many of them hide others.
  private let directCount: Int

  /// Whether what the parent declares and keeps has instances of its own here.
  private let isIsolated: Bool

  /// Whether the graph, or one of its ancestors, has ended: then nothing is found.
  package let hasEnded: Bool

  /// Whether anything that is visible here decorates instances.
  package let hasDecorations: Bool

  /// The snapshot of the parent that this one is built on.
  let parent: Snapshot?

  /// The current table and all that the tables point to.
  private let contents: Lock<Contents>

  /// What only changes under the lock.
  private struct Contents: @unchecked Sendable {
    // Safe: guarded by the lock; the tables' entries are atomic.
    var table: LookupTable
    var outgrown: [LookupTable] = []
    var count = 0
    var lookupEntries: [LookupEntry] = []
  }

  /// Creates a snapshot with an empty table.
  ///
  /// - Parameters:
  ///   - own: The graph's own registries.
  ///   - parent: The parent's snapshot.
  ///   - isIsolated: Whether what the parent declares and keeps has instances of its own here.
  ///   - hasEnded: Whether the graph, or one of its ancestors, has ended.
  package init(own: [ActiveRegistry], parent: Snapshot?, isIsolated: Bool, hasEnded: Bool) {
    let direct = own.filter(\.registry.isDirect)
    directCount = direct.count
    self.own = direct.isEmpty ? own : direct + own.filter { !$0.registry.isDirect }
    self.parent = parent
    self.isIsolated = isIsolated
    self.hasEnded = hasEnded
    hasDecorations =
      parent?.hasDecorations == true || own.contains { !$0.contents.decorations.isEmpty }
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

  /// Returns the snapshot as it would be if one more registry were active in the graph.
  package func adding(_ registry: ActiveRegistry) -> Snapshot {
    Snapshot(own: own + [registry], parent: parent, isIsolated: isIsolated, hasEnded: hasEnded)
  }

  /// The registries, nearest graph first, then in order of activation.
  ///
  /// They are not copied from the parent's snapshot: a request's graph is asked for few keys.
  package var registries: VisibleRegistries { VisibleRegistries(self) }

  /// The registries that a snapshot sees, one after the other.
  package struct VisibleRegistries: Sequence, IteratorProtocol {
    /// The snapshot whose own registries come next.
    private var snapshot: Snapshot

    /// The next of them.
    private var position = 0

    /// How many graphs farther away it is.
    private var distance = 0

    /// How many graphs farther away the instances live that it keeps.
    private var storeDistance = 0

    /// Whether a graph that was passed is isolated.
    private var isBehindIsolated = false

    /// Starts with the nearest.
    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    @inline(never)
    package mutating func next() -> VisibleRegistry? {
      while position == snapshot.own.count {
        guard let parent = snapshot.parent else { return nil }
        isBehindIsolated = isBehindIsolated || snapshot.isIsolated
        distance += 1
        if !isBehindIsolated { storeDistance += 1 }
        (snapshot, position) = (parent, 0)
      }
      defer { position += 1 }
      return VisibleRegistry(
        active: snapshot.own[position], distance: distance,
        rank: 2 * distance + (position < snapshot.directCount ? 0 : 1),
        storeDistance: storeDistance, isIsolated: snapshot.isIsolated)
    }
  }

  /// The address of the snapshot.
  var bits: UInt { UnretainedReference(self).bits }

  /// The address of the current table.
  var tableBits: UInt { contents.withLock { $0.table.bits } }

  /// Returns the snapshot of the graph that is so many steps farther away.
  package func ancestor(_ distance: Int) -> UnretainedReference<Snapshot> {
    var snapshot = UnretainedReference(self)
    for _ in 0..<distance {
      // A snapshot says no distance that it does not have.
      snapshot = snapshot.with { UnretainedReference($0.parent.unsafelyUnwrapped) }
    }
    return snapshot
  }

  /// Returns the registrations for a key, nearest graph first, then in order of activation, then of
  /// registration; equal ones once, and none that one of a nearer graph, or a direct one of the
  /// same graph, hides.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  package func registrations(
    for key: LookupKey
  ) -> [(registration: Registration, place: VisibleRegistry)] {
    hasEnded ? [] : Self.registrations(for: key, in: registries) { _ in true }
  }

  /// Returns the registrations for a key in some registries, in order; equal ones once.
  ///
  /// - Parameter isHidden: Whether registrations with the same parameters that come before a
  ///   registry, and are of a smaller rank, hide those of the registry.
  private static func registrations(
    for key: LookupKey, in registries: some Sequence<VisibleRegistry>,
    where isHidden: (VisibleRegistry) -> Bool
  ) -> [(registration: Registration, place: VisibleRegistry)] {
    var found: [(registration: Registration, place: VisibleRegistry)] = []
    var rank: Int?
    var hidingCount = 0
    for registry in registries {
      let previous = found.count
      if registry.rank != rank {
        rank = registry.rank
        if isHidden(registry) { hidingCount = previous }
      }
      registry.active.contents.forEach(key) { registration in
        let isLeftOut =
          found[..<previous].contains { $0.registration.isEqual(to: registration) }
          || found[..<hidingCount].contains { $0.registration.hasSameParameters(as: registration) }
        if !isLeftOut { found.append((registration, registry)) }
        return true
      }
    }
    return found
  }

  /// Returns all registrations for a key, those of the farthest graph first, then in order of
  /// activation, then of registration. A child graph adds to what its parents have; of equal
  /// registrations, the nearest one takes the place of the others. An isolated graph's own ones
  /// hide all farther ones with the same parameters, and those that stand in it directly hide those
  /// of its containers.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  package func allRegistrations(
    for key: LookupKey
  ) -> [(registration: Registration, place: VisibleRegistry)] {
    if hasEnded { return [] }
    var found: [(registration: Registration, place: VisibleRegistry)] = []
    var visible = Array(registries)
    while let distance = visible.last?.distance {
      let first = (visible.lastIndex { $0.distance != distance } ?? -1) + 1
      let own = Self.registrations(for: key, in: visible[first...], where: \.isIsolated)
      if visible[first].isIsolated {
        found.removeAll { farther in
          own.contains { $0.registration.hasSameParameters(as: farther.registration) }
        }
      }
      let farther = found.endIndex
      for entry in own {
        let position = found[..<farther].firstIndex {
          $0.place.distance != distance && $0.registration.isEqual(to: entry.registration)
        }
        if let position { found[position] = entry } else { found.append(entry) }
      }
      visible.removeSubrange(first...)
    }
    return found
  }

  /// Returns the decorators of a key, or all decorators: those of the farthest graph first, then in
  /// order of activation, then of declaration.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Complexity: O(*r*) on average in the number of registries, plus the number of decorators
  ///   found.
  package func decorations(of key: LookupKey?) -> [DecorationLayer] {
    if !hasDecorations || hasEnded { return [] }
    var layers: [DecorationLayer] = []
    for registry in registries {
      let contents = registry.active.contents
      let own = key.map { contents.decorations(of: $0) } ?? contents.decorations
      if own.isEmpty { continue }
      if layers.last?.distance == registry.distance {
        layers[layers.count - 1].decorations += own
      } else {
        layers.append(DecorationLayer(distance: registry.distance, decorations: own))
      }
    }
    return layers.reversed()
  }

  /// All registrations in the same order; equal ones once.
  func allRegistrations() -> [Registration] {
    if hasEnded { return [] }
    var all: [Registration] = []
    for (position, registry) in registries.enumerated() {
      for registration in registry.active.contents.registrations {
        let isKnown = registries.prefix(position).contains {
          $0.active.contents.equal(of: registration) != nil
        }
        if !isKnown { all.append(registration) }
      }
    }
    return all
  }

  /// Whether a registry that is visible has a registration for a place in the graph's own store.
  func declares(_ cell: Cell) -> Bool {
    registries.contains { registry in
      // An editable registry of the graph itself keeps its instances in its own store.
      let isKeptHere = registry.storeDistance == 0 && !(cell.isOwn && registry.distance == 0)
      return registry.active.contents.contains(cell) { isKeptHere || $0.scope.isScoped }
    }
  }

  /// Remembers what a key leads to.
  ///
  /// - Parameters:
  ///   - hash: The key's hash.
  ///   - make: Makes the slot, given those that have the same hash; nil if they have the key
  ///     already.
  /// - Returns: The address of the table, which may be a new one, and the slot.
  func remember(_ hash: UInt, _ make: (UnretainedReference<LookupEntry>?) -> LookupEntry?) -> (
    table: UInt, lookupEntry: LookupEntry?
  ) {
    contents.withLock { contents in
      let present = contents.table.find(hash).map { $0.lookupEntry.load(ordering: .relaxed) }
      guard let lookupEntry = make(present.map { UnretainedReference(bits: $0) }) else {
        return (contents.table.bits, nil)
      }
      if contents.count * 2 >= contents.table.entryCount {
        let larger = LookupTable(entryCount: contents.table.entryCount * 4, snapshotBits: bits)
        contents.table.copy(into: larger)
        contents.outgrown.append(contents.table)
        contents.table = larger
      }
      if present == nil { contents.count += 1 }
      contents.lookupEntries.append(lookupEntry)
      contents.table.store(
        lookupEntry.target, lookupEntry: UnretainedReference(lookupEntry).bits, for: hash)
      return (contents.table.bits, lookupEntry)
    }
  }

  #if STITCHER_INVARIANTS
    /// Checks that the table leads to the slots that the snapshot owns, and to nothing else.
    func _invariantCheck() {
      contents.withLock { contents in
        let owned = Set(contents.lookupEntries.map { UnretainedReference($0).bits })
        let lookupEntries = contents.table.lookupEntries
        precondition(lookupEntries.count == contents.count, "The number of hashes in the table.")
        precondition(
          lookupEntries.allSatisfy { owned.contains($0) }, "A lookupEntry that nobody owns.")
        precondition(contents.count * 2 <= contents.table.entryCount, "The table has room.")
      }
    }
  #endif
}

#if STITCHER_INVARIANTS
  extension LookupTable {
    /// The addresses of the first slots of all hashes.
    fileprivate var lookupEntries: [UInt] {
      var lookupEntries: [UInt] = []
      forEachLookupEntry { lookupEntries.append($0) }
      return lookupEntries
    }
  }

  extension Graph {
    /// Checks what the graph's index and its store rely on.
    package func _invariantCheck() {
      withState { state in
        precondition(state.store.cells.count == state.store.count, "The number of places.")
        state.snapshot?._invariantCheck()
      }
    }
  }
#endif

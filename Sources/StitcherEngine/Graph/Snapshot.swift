internal import Synchronization

/// The active registries at one moment, and what was looked up in them so far.
///
/// The sources never change. The table only grows, and only holds what the sources say, so a reader sees the graph
/// of one moment and nothing else.
final class Snapshot: Sendable {
  /// The contents of the active registries, in order of activation.
  let sources: [Source]

  /// The current table and all that the tables point to.
  private let contents: Lock<Contents>

  /// What only changes under the lock.
  private struct Contents: @unchecked Sendable {
    // Safe: guarded by the mutex; the tables' entries are atomic.
    var table: SlotTable
    var outgrown: [SlotTable] = []
    var count = 0
    var owned: [AnyObject] = []
  }

  /// Creates a snapshot with an empty table.
  init(sources: [Source]) {
    self.sources = sources
    contents = Lock(Contents(table: SlotTable(entryCount: 2, snapshotBits: 0)))
    let bits = bits
    contents.withLock {
      $0.table.deallocate()
      $0.table = SlotTable(entryCount: 32, snapshotBits: bits)
    }
  }

  deinit {
    contents.withLock { contents in
      contents.table.deallocate()
      for table in contents.outgrown { table.deallocate() }
    }
  }

  /// The address of the snapshot.
  var bits: UInt { Unmanaged.passUnretained(self).bits }

  /// The address of the current table.
  var tableBits: UInt { contents.withLock { $0.table.bits } }

  /// Returns the candidates for a key in order of activation, then of registration; equal ones once, and none that one of a
  /// nearer layer hides.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  func candidates(for key: LookupKey) -> [Registration] {
    var candidates: [Registration] = []
    var layer = 0
    // How many of the candidates are of layers that are nearer than the source's.
    var nearer = 0
    for source in sources {
      let previous = candidates.count
      if source.layer != layer { (layer, nearer) = (source.layer, previous) }
      source.forEach(key) { registration in
        let isHidden =
          candidates[..<previous].contains { $0.isEqual(to: registration) }
          || candidates[..<nearer].contains { $0.hasSameParameters(as: registration) }
        if !isHidden { candidates.append(registration) }
        return true
      }
    }
    return candidates
  }

  /// All registrations in order of activation, then of registration; equal ones once.
  func allRegistrations() -> [Registration] {
    var all: [Registration] = []
    for (position, source) in sources.enumerated() {
      for registration in source.registrations {
        let isKnown = sources[..<position].contains { $0.equal(of: registration) != nil }
        if !isKnown { all.append(registration) }
      }
    }
    return all
  }

  /// Remembers what a key leads to.
  ///
  /// - Parameters:
  ///   - word: The key's word.
  ///   - make: Makes the target, given the slots that have the same word, and says what it points to;
  ///     returns nil if the slots have the key already.
  /// - Returns: The address of the table, which may be a new one.
  func remember(
    _ word: UInt, _ make: (Unmanaged<Slot>?) -> (target: UInt, owned: AnyObject)?
  ) -> UInt {
    contents.withLock { contents in
      let present = contents.table.find(word)
      let isSlot = present & SlotTable.Target.mask == SlotTable.Target.slot
      let made = make(isSlot ? .fromBits(present & ~SlotTable.Target.mask) : nil)
      guard let (target, owned) = made, target != present else { return contents.table.bits }
      if contents.count * 2 >= contents.table.entryCount {
        let larger = SlotTable(entryCount: contents.table.entryCount * 4, snapshotBits: bits)
        contents.table.copy(into: larger)
        contents.outgrown.append(contents.table)
        contents.table = larger
      }
      if present == 0 { contents.count += 1 }
      contents.owned.append(owned)
      contents.table.store(target, for: word)
      return contents.table.bits
    }
  }
}

internal import Synchronization

/// One place of a ``SlotTable``.
struct SlotEntry: ~Copyable {
  /// The word of the key, or zero while the place is free. Written last.
  let word = Atomic<UInt>(0)

  /// The address of what the key leads to, and its ``SlotTable/Target`` in the lowest bits.
  let target = Atomic<UInt>(0)
}

/// What a snapshot has looked up so far: an open-addressing table that readers use without a lock.
///
/// One block of memory: a header, then the entries. Entries are added under the snapshot's lock, and the
/// word is stored last, so a reader sees a whole entry or none. A full table is replaced by a larger one; the
/// snapshot keeps the old one until it goes itself.
struct SlotTable {
  /// What an entry's target points to.
  enum Target {
    /// A registration that keeps nothing and takes no parameters: its factory is called.
    static let fresh: UInt = 1
    /// The cell of the only candidate, which takes no parameters.
    static let cell: UInt = 2
    /// A ``Slot``: all other cases.
    static let slot: UInt = 3
    /// The bits that say which.
    static let mask: UInt = 3
  }

  /// What stands in front of the entries.
  private struct Header {
    /// The snapshot that owns the table, as bits.
    let snapshotBits: UInt
    /// The number of entries, minus one.
    let mask: UInt
    /// How far a hash is shifted to be a position.
    let shift: UInt
  }

  /// The distance from the header to the entries.
  private static let entriesOffset = 64

  /// The address of the header.
  let address: UnsafeMutableRawPointer

  /// Uses the table at an address.
  @inline(__always)
  init(bits: UInt) {
    // Graphs always publish a table.
    address = UnsafeMutableRawPointer(bitPattern: bits).unsafelyUnwrapped
  }

  /// Makes an empty table with a power of two of entries.
  init(entryCount: Int, snapshotBits: UInt) {
    let stride = MemoryLayout<SlotEntry>.stride
    address = .allocate(
      byteCount: Self.entriesOffset + entryCount * stride, alignment: Self.entriesOffset)
    address.initializeMemory(
      as: Header.self,
      to: Header(
        snapshotBits: snapshotBits, mask: UInt(entryCount - 1),
        shift: UInt(UInt.bitWidth - entryCount.trailingZeroBitCount)))
    let entries = (address + Self.entriesOffset).bindMemory(
      to: SlotEntry.self, capacity: entryCount)
    for position in 0..<entryCount { (entries + position).initialize(to: SlotEntry()) }
  }

  /// Frees the memory.
  func deallocate() { address.deallocate() }

  /// The address, as graphs publish it.
  var bits: UInt { UInt(bitPattern: address) }

  /// The snapshot that owns the table.
  @inline(__always)
  var snapshotBits: UInt { header.pointee.snapshotBits }

  /// The number of entries.
  var entryCount: Int { Int(header.pointee.mask) + 1 }

  /// The header.
  @inline(__always)
  private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

  /// The entries.
  @inline(__always)
  private var entries: UnsafeMutablePointer<SlotEntry> {
    (address + Self.entriesOffset).assumingMemoryBound(to: SlotEntry.self)
  }

  /// Returns the target of a word, or zero. Call it inside a read section.
  @inline(__always)
  func find(_ word: UInt) -> UInt {
    let mask = header.pointee.mask
    var position = (word &* 0x9E37_79B9_7F4A_7C15) &>> header.pointee.shift
    while true {
      let entry = entries + Int(bitPattern: position)
      let found = entry.pointee.word.load(ordering: .acquiring)
      if found == word { return entry.pointee.target.load(ordering: .acquiring) }
      if found == 0 { return 0 }
      position = (position &+ 1) & mask
    }
  }

  /// Stores a target. Call it under the snapshot's lock, while the table has a free place.
  func store(_ target: UInt, for word: UInt) {
    let mask = header.pointee.mask
    var position = (word &* 0x9E37_79B9_7F4A_7C15) &>> header.pointee.shift
    while true {
      let entry = entries + Int(bitPattern: position)
      let found = entry.pointee.word.load(ordering: .relaxed)
      if found == word || found == 0 {
        entry.pointee.target.store(target, ordering: .releasing)
        entry.pointee.word.store(word, ordering: .releasing)
        return
      }
      position = (position &+ 1) & mask
    }
  }

  /// Copies all entries into a larger table.
  func copy(into other: SlotTable) {
    for position in 0..<entryCount {
      let entry = entries + position
      let word = entry.pointee.word.load(ordering: .relaxed)
      if word != 0 { other.store(entry.pointee.target.load(ordering: .relaxed), for: word) }
    }
  }
}

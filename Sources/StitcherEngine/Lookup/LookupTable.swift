internal import CStitcherThread

/// One place of a ``SlotTable``: the address of its three words.
struct LookupTableEntry: BitwiseCopyable {
  /// The address.
  private let address: UnsafeMutableRawPointer

  /// Uses the words at an address.
  @inline(__always)
  init(_ address: UnsafeMutableRawPointer) { self.address = address }

  /// The number of bytes of an entry.
  @inline(__always)
  static var size: Int { 3 * MemoryLayout<stitcher_word>.stride }

  /// The hash of the key, or zero while the place is free. Written last.
  @inline(__always)
  var hash: _AtomicWord { _AtomicWord(address, offset: 0) }

  /// The address of what the key leads to, and its ``SlotTable/Target`` in the lowest bits.
  @inline(__always)
  var target: _AtomicWord { _AtomicWord(address, offset: MemoryLayout<stitcher_word>.stride) }

  /// The address of the first ``Slot`` of the hash: what to do where the target alone does not say
  /// it.
  @inline(__always)
  var lookupEntry: _AtomicWord {
    _AtomicWord(address, offset: 2 * MemoryLayout<stitcher_word>.stride)
  }
}

/// What a snapshot has looked up so far: an open-addressing table that readers use without a lock.
///
/// One block of memory: a header, then the entries. Entries are added under the snapshot's lock,
/// and the hash is stored last, so a reader sees a whole entry or none. A full table is replaced by
/// a larger one; the snapshot keeps the old one until it goes itself.
struct LookupTable {
  /// What an entry's target points to.
  enum Target {
    /// A value of the type that is the key, which stays as long as the table can be found.
    static let value: UInt = 0
    /// A registration that keeps nothing and takes no parameters: its factory is called.
    static let fresh: UInt = 1
    /// The cell of the only candidate, which takes no parameters.
    static let cell: UInt = 2
    /// All other cases: what the slot says. The address is the slot's.
    static let lookupEntry: UInt = 3
    /// The bits that say which.
    static let mask: UInt = 3
  }

  /// What stands in front of the entries.
  private struct Header {
    /// The start of the block.
    let block: UnsafeMutableRawPointer
    /// The snapshot that owns the table, as bits.
    let snapshotBits: UInt
    /// The number of entries, minus one.
    let mask: UInt
  }

  /// The distance from the header to the entries, and the alignment of both.
  private static let entriesOffset = 64

  /// The address of the header, and in its lowest bits how far a hash is shifted to be a position:
  /// a search needs no further load for it.
  let bits: UInt

  /// Uses the table that a graph has published.
  @inline(__always)
  init(bits: UInt) { self.bits = bits }

  /// Makes an empty table with a power of two of entries.
  init(entryCount: Int, snapshotBits: UInt) {
    let stride = LookupTableEntry.size
    // Aligned by hand: to ask for aligned memory costs more than all the rest.
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * Self.entriesOffset - 16 + entryCount * stride, alignment: 16)
    let address = block.alignedUp(toMultipleOf: Self.entriesOffset)
    address.initializeMemory(
      as: Header.self,
      to: Header(block: block, snapshotBits: snapshotBits, mask: UInt(entryCount - 1)))
    let entries = address + Self.entriesOffset
    // Entries that are free are zero.
    entries.initializeMemory(
      as: stitcher_word.self, repeating: stitcher_word(bits: 0), count: 3 * entryCount)
    bits =
      UInt(bitPattern: address) | UInt(UInt.bitWidth - entryCount.trailingZeroBitCount)
  }

  /// The address of the header. Graphs always publish a table.
  @inline(__always)
  private var address: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: bits & ~UInt(Self.entriesOffset - 1)).unsafelyUnwrapped
  }

  /// Frees the memory.
  func deallocate() { header.pointee.block.deallocate() }

  /// The snapshot that owns the table.
  @inline(__always)
  var snapshotBits: UInt { header.pointee.snapshotBits }

  /// A table in which nothing is ever found, for graphs that have looked nothing up.
  static let empty = LookupTable(entryCount: 2, snapshotBits: 0).bits

  /// The number of entries.
  var entryCount: Int { Int(header.pointee.mask) + 1 }

  /// The header.
  @inline(__always)
  private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

  /// The entry at a position.
  @inline(__always)
  private func entry(_ position: UInt) -> LookupTableEntry {
    LookupTableEntry(
      address + Self.entriesOffset + Int(bitPattern: position) * LookupTableEntry.size)
  }

  /// Returns the entry of a hash, if there is one. Call it inside a read section.
  @inline(__always)
  func find(_ hash: UInt) -> LookupTableEntry? {
    var position = hash.mixed(shift: bits)
    while true {
      let entry = entry(position)
      let found = entry.hash.load(ordering: .acquiring)
      if found == hash { return entry }
      if found == 0 { return nil }
      position = (position &+ 1) & header.pointee.mask
    }
  }

  /// Stores what a hash leads to. Call it under the snapshot's lock, while the table has a free
  /// place.
  func store(_ target: UInt, lookupEntry: UInt, for hash: UInt) {
    let mask = header.pointee.mask
    var position = hash.mixed(shift: bits)
    while true {
      let entry = entry(position)
      let found = entry.hash.load(ordering: .relaxed)
      if found == hash || found == 0 {
        entry.lookupEntry.store(lookupEntry, ordering: .releasing)
        entry.target.store(target, ordering: .releasing)
        entry.hash.store(hash, ordering: .releasing)
        return
      }
      position = (position &+ 1) & mask
    }
  }

  /// Calls a closure with the address of the first slot of each hash. Call it under the snapshot's
  /// lock.
  func forEachLookupEntry(_ body: (UInt) -> Void) {
    for position in 0..<entryCount where entry(UInt(position)).hash.load(ordering: .relaxed) != 0 {
      body(entry(UInt(position)).lookupEntry.load(ordering: .relaxed))
    }
  }

  /// Copies all entries into a larger table.
  func copy(into other: LookupTable) {
    for position in 0..<entryCount {
      let entry = entry(UInt(position))
      let hash = entry.hash.load(ordering: .relaxed)
      if hash == 0 { continue }
      other.store(
        entry.target.load(ordering: .relaxed),
        lookupEntry: entry.lookupEntry.load(ordering: .relaxed), for: hash)
    }
  }
}

extension UInt {
  /// The upper bits of the number, well mixed, as many as a shift leaves.
  ///
  /// - Parameter shift: How far they are moved down; only as many bits of it count as a shift
  ///   needs.
  @inline(__always)
  func mixed(shift: UInt) -> UInt {
    (self &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift
  }
}

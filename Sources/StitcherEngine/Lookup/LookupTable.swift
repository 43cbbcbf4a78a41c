internal import CStitcherThread

/// A reference to an entry of a ``LookupTable``. An entry consists of three words.
struct LookupTableEntry: BitwiseCopyable {
  let address: UnsafeMutableRawPointer

  /// The size of a table entry in bytes.
  @inline(__always)
  static var size: Int { 3 * MemoryLayout<stitcher_word>.stride }

  /// The word with the hash of the entry's key; zero if the entry is free.
  ///
  /// This word is written last.
  @inline(__always)
  var hash: _AtomicWord { _AtomicWord(address, offset: 0) }

  /// The word with the address of the entry's target: a value, registration, cell or lookup entry.
  ///
  /// The lowest bits contain the kind of target; see ``LookupTable/Target``.
  @inline(__always)
  var target: _AtomicWord { _AtomicWord(address, offset: MemoryLayout<stitcher_word>.stride) }

  /// The word with the address of the first ``LookupEntry`` that has this entry's hash.
  ///
  /// Requests use it if the target is not sufficient.
  @inline(__always)
  var lookupEntry: _AtomicWord {
    _AtomicWord(address, offset: 2 * MemoryLayout<stitcher_word>.stride)
  }
}

/// A hash table with the results of lookups in one snapshot, which readers search without a lock.
///
/// One block of memory contains a header and the entries. Entries are added under the snapshot's
/// lock, and the hash is stored last. So a reader sees a complete entry or none. A full table is
/// replaced by a larger one. The snapshot keeps the old table until its own deallocation, because
/// readers may still use it.
struct LookupTable {
  /// The kinds of targets to which entries of a lookup table refer.
  ///
  /// The kind is stored in the lowest bits of the target's address.
  enum Target {
    /// The target is the address of a value of the requested type.
    ///
    /// The value exists as long as the table is published.
    static let value: UInt = 0
    /// The target is a registration without parameters. Its factory runs for each request.
    static let fresh: UInt = 1
    /// The target is the cell of the lookup's only registration, which takes no parameters.
    static let cell: UInt = 2
    /// The target is a lookup entry: the lookup needs more than a single value, cell or factory.
    static let lookupEntry: UInt = 3
    /// The mask that selects the bits with the kind of target.
    static let mask: UInt = 3
  }

  /// The header at the start of the table's block of memory, followed by the entries.
  private struct Header {
    /// The start of the table's block of memory.
    let block: UnsafeMutableRawPointer
    /// The address of the snapshot that owns the table.
    let snapshotBits: UInt
    /// The number of table entries minus one, used as a mask that limits positions to the table.
    let mask: UInt
  }

  /// The byte offset from the start of the table's header to its first entry.
  ///
  /// Both are aligned to this number.
  private static let entriesOffset = 64

  /// The address of the table's header. The lowest bits store the shift that maps a hash to a
  /// position.
  ///
  /// A search thus needs no further load for the shift.
  let bits: UInt

  /// Creates a reference from bits that combine the address of the table's header with the shift.
  @inline(__always)
  init(bits: UInt) { self.bits = bits }

  /// Allocates an empty lookup table for the given snapshot.
  ///
  /// The number of entries must be a power of two.
  init(entryCount: Int, snapshotBits: UInt) {
    // The address is aligned by hand, because aligned allocations are much slower.
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * Self.entriesOffset - 16 + entryCount * LookupTableEntry.size, alignment: 16)
    let address = block.alignedUp(toMultipleOf: Self.entriesOffset)
    address.initializeMemory(
      as: Header.self,
      to: Header(block: block, snapshotBits: snapshotBits, mask: UInt(entryCount - 1)))
    let entries = address + Self.entriesOffset
    // Free entries are zero.
    entries.initializeMemory(
      as: stitcher_word.self, repeating: stitcher_word(bits: 0), count: 3 * entryCount)
    bits =
      UInt(bitPattern: address) | UInt(UInt.bitWidth - entryCount.trailingZeroBitCount)
  }

  /// The address of the table's header, without the shift that is stored in its lowest bits.
  @inline(__always)
  private var address: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: bits & ~UInt(Self.entriesOffset - 1)).unsafelyUnwrapped
  }

  /// Frees the memory of the table.
  func deallocate() { header.pointee.block.deallocate() }

  /// The address of the snapshot that owns the table.
  @inline(__always)
  var snapshotBits: UInt { header.pointee.snapshotBits }

  /// A shared empty table, which sends every lookup to the slow path.
  static let empty = LookupTable(entryCount: 2, snapshotBits: 0).bits

  /// The number of entries in the table, including free ones.
  var entryCount: Int { Int(header.pointee.mask) + 1 }

  @inline(__always)
  private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

  /// Returns the table entry at the given position.
  @inline(__always)
  private func entry(_ position: UInt) -> LookupTableEntry {
    LookupTableEntry(
      address: address + Self.entriesOffset + Int(bitPattern: position) * LookupTableEntry.size)
  }

  /// Returns the table entry with the given hash; `nil` if there is none.
  ///
  /// Call this method inside a read section.
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

  /// Returns the first lookup entry in the linked list of lookup entries with the given hash.
  @inline(__always)
  func firstLookupEntry(_ hash: UInt) -> UnretainedReference<LookupEntry>? {
    find(hash).map { UnretainedReference(bits: $0.lookupEntry.load(ordering: .acquiring)) }
  }

  /// Adds or replaces the table entry with the given hash, target and lookup entry.
  ///
  /// Call it under the snapshot's lock, while the table has a free entry.
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

  /// The table entries that are in use.
  ///
  /// Call the getter under the snapshot's lock.
  var entries: [LookupTableEntry] {
    (0..<entryCount).map { entry(UInt($0)) }.filter { $0.hash.load(ordering: .relaxed) != 0 }
  }
}

extension UInt {
  /// Returns the position in a table at which a search for this hash begins.
  ///
  /// It consists of the highest bits of the hash's product with a constant.
  ///
  /// - Parameter shift: The number of bits by which the product is shifted. Higher bits of the
  ///   parameter are ignored.
  @inline(__always)
  func mixed(shift: UInt) -> UInt {
    (self &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift
  }
}

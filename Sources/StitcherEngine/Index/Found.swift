internal import Synchronization

/// What the index found for a key: the first, untyped half of a resolution.
///
/// The caller knows the type, so the second half is a copy of typed memory, which the compiler
/// specializes. No cast, no box and no generic code that is not specialized stands between the two.
/// The type's identity was the key of the search, so what is found there is of that type. Two
/// words, so that it travels in registers.
package struct Found {
  /// What to do with what was found.
  package enum Kind {
    /// Copies the value at the address, then calls ``Found/end()``.
    package static let copy: UInt = 0
    /// Moves the value out of the address, then calls ``Found/end()``.
    package static let move: UInt = 1
    /// Runs the factory of the registration at the address.
    static let make: UInt = 2
    /// Asks the slot at the address.
    static let slot: UInt = 4
    /// Looks the key up.
    static let nothing: UInt = 6
    /// Set with `make` and `slot` if the snapshot was pinned for this resolution.
    static let pinned: UInt = 1
    /// The bits that hold the kind; addresses are aligned to more than that.
    static let mask: UInt = 7
  }

  /// The address of the value, registration or slot, and the kind in the lowest bits.
  let bits: UInt

  /// The calling thread's record.
  package let record: ThreadRecordPointer

  /// The kind, with the pin's bit.
  @inline(__always)
  package var kind: UInt { bits & Kind.mask }

  /// Where the value is.
  @inline(__always)
  package var address: UnsafeMutableRawPointer {
    // Asked for only when something was found.
    UnsafeMutableRawPointer(bitPattern: bits & ~Kind.mask).unsafelyUnwrapped
  }

  /// Ends the read section of `copy` and `move`.
  @inline(__always)
  package func end() { ReadSection.current(on: record).end() }

  /// What a slot was found for alone, if it keeps nothing.
  @inline(__always)
  var unstored: Unmanaged<Registration>? {
    guard kind | Kind.pinned == Kind.slot | Kind.pinned else { return nil }
    return Unmanaged<Slot>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.unstored }
  }

  /// Lets go of what `make` and `slot` have pinned.
  @inline(__always)
  func unpin() { if bits & Kind.pinned != 0 { record.unpin() } }
}

extension Graph {
  /// Finds what a type leads to.
  ///
  /// - Complexity: O(1). Takes no lock and writes no memory that threads share, but the reference
  ///   count of an object that is kept weakly.
  @inline(__always)
  package func find(_ type: ObjectIdentifier) -> Found {
    let record = ThreadRecord.current
    let word = UInt(bitPattern: type)
    _ = ReadSection.begin(on: record, in: domain)
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    guard let entry = table.find(word) else { return nothing(record) }
    let target = entry.pointee.target.load(ordering: .acquiring)
    let bits = target & ~SlotTable.Target.mask
    switch target & SlotTable.Target.mask {
    case SlotTable.Target.cell:
      if let found = live(.fromBits(bits), typeBits: word, record: record) { return found }
      // The slot knows how the cell is filled.
      let slot = entry.pointee.slot.load(ordering: .relaxed)
      return pinned(slot | Found.Kind.slot, table: table, record: record)
    case SlotTable.Target.fresh:
      return pinned(bits | Found.Kind.make, table: table, record: record)
    default:
      return pinned(bits | Found.Kind.slot, table: table, record: record)
    }
  }

  /// Finds what a name leads to, as a type.
  func find(_ name: String, typeBits: UInt) -> Found {
    let record = ThreadRecord.current
    let word = LookupKey.word(of: name)
    _ = ReadSection.begin(on: record, in: domain)
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    guard let slot = table.firstSlot(word).first(where: { $0.isFound(byName: name) }) else {
      return nothing(record)
    }
    return found(slot, typeBits: typeBits, table: table, record: record)
  }

  /// Finds what a value leads to, as a type.
  ///
  /// The snapshot is pinned while the values' own code compares them. The caller has to look after
  /// what was left to be swept.
  package func find<Key: Hashable>(_ value: Key, as type: ObjectIdentifier) -> Found {
    let typeBits = UInt(bitPattern: type)
    let record = ThreadRecord.current
    let word = UInt(bitPattern: value.hashValue) | 1
    _ = ReadSection.begin(on: record, in: domain)
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    guard let first = table.firstSlot(word) else { return nothing(record) }
    // The value is of the moment at which the table was.
    let epoch = ReadSection.current(on: record).epoch
    let pin = pinned(Found.Kind.slot, table: table, record: record)
    if pin.kind == Found.Kind.nothing { return pin }
    let slot = Optional(first).first { slot in
      slot.kind == .value && slot.keyTypeBits == StitcherEngine.typeBits(Key.self)
        && unsafeDowncast(slot, to: ValueSlot<Key>.self).value == value
    }
    guard let slot else {
      pin.unpin()
      return Found(bits: Found.Kind.nothing, record: record)
    }
    let section = ReadSection.begin(on: record, in: domain, since: epoch)
    let cell = slot._withUnsafeGuaranteedRef { $0.cellBits }
    if cell != 0, let found = live(.fromBits(cell), typeBits: typeBits, record: record) {
      // What the value is read from stays until the section ends.
      if pin.bits & Found.Kind.pinned != 0 { record.unpinInSection() }
      return found
    }
    section.end()
    return Found(bits: slot.bits | pin.bits & Found.Kind.mask, record: record)
  }

  /// Finds the slot of all dependencies of a type.
  func findAll(_ typeBits: UInt) -> Found {
    let record = ThreadRecord.current
    _ = ReadSection.begin(on: record, in: domain)
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    guard let slot = table.firstSlot(typeBits | 1).first(where: { $0.isFound(byAll: typeBits) })
    else { return nothing(record) }
    return pinned(slot.bits | Found.Kind.slot, table: table, record: record)
  }
}

// What follows is called in a read section, which goes on if a value was found, and else ends.
extension Graph {
  /// Finds the live instance that a slot leads to, or pins the slot.
  @inline(__always)
  private func found(
    _ slot: Unmanaged<Slot>, typeBits: UInt, table: SlotTable, record: ThreadRecordPointer
  ) -> Found {
    let cell = slot._withUnsafeGuaranteedRef { $0.cellBits }
    // One section for both, since the slot may be freed at the end of it.
    if cell != 0, let found = live(.fromBits(cell), typeBits: typeBits, record: record) {
      return found
    }
    return pinned(slot.bits | Found.Kind.slot, table: table, record: record)
  }

  /// Finds the live instance of a cell as a type; nil if there is none, and then the section goes
  /// on, too.
  @inline(__always)
  func live(_ cell: Unmanaged<Cell>, typeBits: UInt, record: ThreadRecordPointer) -> Found? {
    let found = cell._withUnsafeGuaranteedRef { $0.find(typeBits) }
    guard found != 0 else { return nil }
    let instance = Unmanaged<Instance>.fromBits(found)
    let address = UInt(bitPattern: instance._withUnsafeGuaranteedRef { $0.address })
    guard let reference = instance._withUnsafeGuaranteedRef({ $0.reference }) else {
      return Found(bits: address | Found.Kind.copy, record: record)
    }
    guard let object = reference.pointee.object else { return nil }
    // The moved value takes this reference over.
    _ = Unmanaged.passRetained(object)
    return Found(bits: address | Found.Kind.move, record: record)
  }

  /// Ends the section with the snapshot pinned; finds nothing if the thread has pinned too many.
  @inline(__always)
  private func pinned(_ bits: UInt, table: SlotTable, record: ThreadRecordPointer) -> Found {
    let outcome = record.pointee.pins.push(table.snapshotBits)
    ReadSection.current(on: record).end()
    switch outcome {
    case .pinned: return Found(bits: bits | Found.Kind.pinned, record: record)
    case .inherited: return Found(bits: bits, record: record)
    case .full: return Found(bits: Found.Kind.nothing, record: record)
    }
  }

  /// Ends the section without a find.
  @inline(__always)
  private func nothing(_ record: ThreadRecordPointer) -> Found {
    ReadSection.current(on: record).end()
    return Found(bits: Found.Kind.nothing, record: record)
  }
}

extension SlotTable {
  /// Returns the first slot of a word.
  @inline(__always)
  fileprivate func firstSlot(_ word: UInt) -> Unmanaged<Slot>? {
    find(word).map { .fromBits($0.pointee.slot.load(ordering: .acquiring)) }
  }
}

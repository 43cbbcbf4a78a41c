internal import Synchronization

/// What the index found for a type: the first, untyped half of a resolution.
///
/// The caller knows the type, so the second half is a copy of typed memory, which the compiler specialises. No
/// cast, no box and no generic code that is not specialised stands between the two. The type's
/// identity was the key of the search, so what is found there is of that type. Two words, so that it
/// travels in registers.
package struct Access {
  /// What to do with what was found.
  package enum Kind {
    /// Copies the value at the address, then calls ``Access/end()``.
    package static let copy: UInt = 0
    /// Moves the value out of the address, then calls ``Access/end()``.
    package static let move: UInt = 1
    /// Runs the factory of the registration at the address.
    package static let make: UInt = 2
    /// Chooses among the candidates of the slot at the address.
    package static let slot: UInt = 4
    /// Looks the key up.
    package static let nothing: UInt = 6
    /// Looks the key up, without remembering what it leads to: it may be remembered already.
    package static let uncertain: UInt = 7
    /// Set with `make` and `slot` if the snapshot was pinned for this access.
    static let pinned: UInt = 1
    /// The bits that hold the kind; addresses are aligned to more than that.
    package static let mask: UInt = 7
  }

  /// The address of the value, registration or slot, and the kind in the lowest bits.
  package let bits: UInt

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
  package func end() { record.endReading() }

  /// Lets go of what `make` and `slot` have pinned.
  @inline(__always)
  func unpin() {
    if bits & Kind.pinned != 0, kind != Kind.uncertain { record.unpin() }
  }
}

extension Graph {
  /// Finds what a type leads to.
  ///
  /// - Complexity: O(1). Takes no lock and writes no memory that threads share, but the reference count
  ///   of an object that is kept weakly.
  @inline(__always)
  package func access(_ type: ObjectIdentifier) -> Access {
    let record = ThreadRecord.current
    let word = UInt(bitPattern: type)
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    let target = table.find(word)
    let bits = target & ~SlotTable.Target.mask
    if target & SlotTable.Target.mask == SlotTable.Target.cell {
      return access(Unmanaged<Cell>.fromBits(bits), typeBits: word, record: record)
    }
    if target == 0 { return nothing(record) }
    let isFresh = target & SlotTable.Target.mask == SlotTable.Target.fresh
    return pinned(
      bits | (isFresh ? Access.Kind.make : Access.Kind.slot), table: table, record: record)
  }

  /// Finds the live instance of a cell as a type. Called in a read section, which ends if there is none.
  @inline(__always)
  func access(_ cell: Unmanaged<Cell>, typeBits: UInt, record: ThreadRecordPointer) -> Access {
    liveAccess(cell, typeBits: typeBits, record: record) ?? nothing(record)
  }

  /// Finds the live instance of a cell as a type, or nil. Called in a read section, which goes on then.
  @inline(__always)
  func liveAccess(
    _ cell: Unmanaged<Cell>, typeBits: UInt, record: ThreadRecordPointer
  ) -> Access? {
    let found = cell._withUnsafeGuaranteedRef { $0.find(typeBits) }
    guard found != 0 else { return nil }
    let instance = Unmanaged<Instance>.fromBits(found)
    let address = UInt(bitPattern: instance._withUnsafeGuaranteedRef { $0.address })
    guard let reference = instance._withUnsafeGuaranteedRef({ $0.reference }) else {
      return Access(bits: address | Access.Kind.copy, record: record)
    }
    guard let object = reference.pointee.object else { return nil }
    // The moved value takes this reference over.
    _ = Unmanaged.passRetained(object)
    return Access(bits: address | Access.Kind.move, record: record)
  }

  /// Ends the read section with the snapshot pinned.
  @inline(__always)
  func pinned(_ bits: UInt, table: SlotTable, record: ThreadRecordPointer) -> Access {
    let outcome = record.pointee.pins.push(table.snapshotBits)
    record.endReading()
    switch outcome {
    case .pinned: return Access(bits: bits | Access.Kind.pinned, record: record)
    case .inherited: return Access(bits: bits, record: record)
    case .full: return Access(bits: Access.Kind.uncertain, record: record)
    }
  }

  /// Ends the read section without a find.
  @inline(__always)
  func nothing(_ record: ThreadRecordPointer) -> Access {
    record.endReading()
    return Access(bits: Access.Kind.nothing, record: record)
  }
}

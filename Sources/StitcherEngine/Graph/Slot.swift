/// What a key leads to, where an entry of the table alone cannot say it.
class Slot: @unchecked Sendable {
  // Safe: stored properties are constants; the snapshot that owns the slot owns the next one, too.

  /// What the slot is found by.
  enum Kind: UInt8 {
    /// A type: the only dependency of it.
    case type
    /// A type: all dependencies of it.
    case all
    /// A name.
    case name
    /// A value.
    case value
  }

  /// What the slot is found by.
  let kind: Kind

  /// The address of the type, or of the value's type.
  let keyTypeBits: UInt

  /// All candidates in order, whatever parameters they take; equal ones once.
  let candidates: [Registration]

  /// The only candidate, if it keeps nothing.
  let unstored: Unmanaged<Registration>?

  /// The cell, if the only candidate keeps its instance and takes no parameters.
  private let cell: Cell?

  /// The address of the cell, or zero.
  let cellBits: UInt

  /// The next slot with the same word.
  let next: Unmanaged<Slot>?

  /// Creates a slot.
  init(kind: Kind, keyTypeBits: UInt, candidates: [Registration], next: Unmanaged<Slot>?) {
    self.kind = kind
    self.keyTypeBits = keyTypeBits
    self.candidates = candidates
    self.next = next
    let isSingle = candidates.count == 1 && candidates[0].parameterTypes.isEmpty
    unstored =
      candidates.count == 1 && !candidates[0].isStored ? .passUnretained(candidates[0]) : nil
    cell = isSingle && candidates[0].isStored ? candidates[0].cell(underLock: true) : nil
    cellBits = cell.map { Unmanaged.passUnretained($0).bits } ?? 0
  }

  /// Whether this is the slot of a name.
  final func isFound(byName name: String) -> Bool {
    kind == .name && unsafeDowncast(self, to: NameSlot.self).name == name
  }

  /// Whether this is the slot of all dependencies of a type.
  final func isFound(byAll typeBits: UInt) -> Bool { kind == .all && keyTypeBits == typeBits }
}

extension Unmanaged<Slot>? {
  /// Whether one of the slots from this one on meets a condition.
  func hasSlot(where condition: (Slot) -> Bool) -> Bool {
    var candidate = self
    while let slot = candidate {
      if slot._withUnsafeGuaranteedRef(condition) { return true }
      candidate = slot._withUnsafeGuaranteedRef { $0.next }
    }
    return false
  }

  /// Returns how many of the slots from this one on meet a condition.
  func slotCount(where condition: (Slot) -> Bool) -> Int {
    var count = 0
    _ = hasSlot { slot in
      if condition(slot) { count += 1 }
      return false
    }
    return count
  }
}

/// The slot of all dependencies of a type.
final class AllSlot: Slot, @unchecked Sendable {
  // Safe: see `Slot`.

  /// Creates a slot for a type.
  init(typeBits: UInt, candidates: [Registration], next: Unmanaged<Slot>?) {
    super.init(kind: .all, keyTypeBits: typeBits, candidates: candidates, next: next)
  }
}

/// The slot of a name.
final class NameSlot: Slot, @unchecked Sendable {
  // Safe: see `Slot`.

  /// The name.
  let name: String

  /// Creates a slot for a name.
  init(name: String, candidates: [Registration], next: Unmanaged<Slot>?) {
    self.name = name
    super.init(kind: .name, keyTypeBits: 0, candidates: candidates, next: next)
  }
}

/// The slot of a value of a known type.
final class ValueSlot<Value: Hashable>: Slot, @unchecked Sendable {
  // Safe: see `Slot`; the value is only compared.

  /// The value.
  let value: Value

  /// Creates a slot for a value.
  init(value: Value, candidates: [Registration], next: Unmanaged<Slot>?) {
    self.value = value
    super.init(
      kind: .value, keyTypeBits: typeBits(Value.self), candidates: candidates, next: next)
  }
}

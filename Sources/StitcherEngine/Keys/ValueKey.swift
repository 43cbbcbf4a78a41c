/// A hashable value that locates a dependency.
///
/// Equality is that of `AnyHashable`. The typed subclass compares without a box where the types
/// agree.
package class ValueKey: Hashable, @unchecked Sendable {
  // Safe: every stored property is a constant, and the value is only compared and hashed.

  /// The value, erased.
  package let erased: AnyHashable

  /// The hash under which the engine's tables find the value.
  let hash: UInt

  /// Creates a key; called by the typed subclass.
  fileprivate init(erased: AnyHashable) {
    self.erased = erased
    self.hash = UInt(bitPattern: erased.hashValue) | 1
  }

  /// The hash under which a snapshot remembers the value: that of the type's own hash.
  var slotHash: UInt { fatalError("overridden") }

  /// Makes the slot under which a snapshot remembers the value.
  func slot(candidates: [Candidate], next: Borrowed<Slot>?) -> Slot { fatalError("overridden") }

  /// Whether the values are equal.
  package static func == (left: ValueKey, right: ValueKey) -> Bool {
    left.hash == right.hash && left.erased == right.erased
  }

  /// Feeds the value into a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A value key whose type is known.
package final class TypedValueKey<Value: Hashable>: ValueKey, @unchecked Sendable {
  // Safe: see `ValueKey`.

  /// The value.
  package let value: Value

  /// Creates a key for a value.
  package init(_ value: Value) {
    self.value = value
    super.init(erased: AnyHashable(value))
  }

  override var slotHash: UInt { UInt(bitPattern: value.hashValue) | 1 }

  override func slot(candidates: [Candidate], next: Borrowed<Slot>?) -> Slot {
    ValueSlot(value: value, candidates: candidates, next: next)
  }
}

/// A hashable value that locates a dependency.
///
/// Equality is that of `AnyHashable`. The typed subclass compares without a box where the types
/// agree.
package class ValueKey: Hashable, @unchecked Sendable {
  // Safe: every stored property is a constant, and the value is only compared and hashed.

  /// The value, erased.
  package let erased: AnyHashable

  /// The word under which the engine's tables find the value.
  let word: UInt

  /// Creates a key; called by the typed subclass.
  fileprivate init(erased: AnyHashable) {
    self.erased = erased
    self.word = UInt(bitPattern: erased.hashValue) | 1
  }

  /// The word under which a snapshot remembers the value: that of the type's own hash.
  var slotWord: UInt { fatalError("overridden") }

  /// Makes the slot under which a snapshot remembers the value.
  func slot(candidates: [Candidate], next: Borrowed<Slot>?) -> Slot { fatalError("overridden") }

  /// Whether the values are equal.
  package static func == (left: ValueKey, right: ValueKey) -> Bool {
    left.word == right.word && left.erased == right.erased
  }

  /// Feeds the value into a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(word) }
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

  override var slotWord: UInt { UInt(bitPattern: value.hashValue) | 1 }

  override func slot(candidates: [Candidate], next: Borrowed<Slot>?) -> Slot {
    ValueSlot(value: value, candidates: candidates, next: next)
  }
}

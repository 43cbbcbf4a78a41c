/// Carries a value out of a closure that demands `Sendable`, or to it, on one thread or in one
/// task.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
  // Safe: the value stays where it was made.

  /// The value.
  package let value: Value

  /// Carries a value.
  package init(_ value: Value) { self.value = value }
}

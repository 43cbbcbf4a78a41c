/// Carries a value out of a closure that demands `Sendable`, or to it, on one thread or in one
/// task.
struct UncheckedBox<Value>: @unchecked Sendable {
  // Safe: the value stays where it was made.

  /// The value.
  let value: Value

  /// Carries a value.
  init(_ value: Value) { self.value = value }
}

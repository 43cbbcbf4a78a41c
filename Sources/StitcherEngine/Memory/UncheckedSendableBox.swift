/// A wrapper that lets a `Sendable` closure capture a value of a type that is not `Sendable`.
///
/// The closure must run on the same thread, or in the same task.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
  // Safe: the value does not leave the thread or the task.

  /// The wrapped value.
  package let value: Value

  /// Creates a wrapper for the given value.
  package init(_ value: Value) { self.value = value }
}

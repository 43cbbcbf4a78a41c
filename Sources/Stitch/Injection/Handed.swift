/// A value on its way to another place that may use it.
struct Handed<Value>: @unchecked Sendable {
  // Safe: see where it is used. A key path is never changed; what an actor's closure returns goes back to code of that actor; a published
  // value that is not `Sendable` is only given to closures of the actor that has read it.

  /// The value.
  let value: Value

  /// Hands a value over.
  init(_ value: Value) { self.value = value }
}

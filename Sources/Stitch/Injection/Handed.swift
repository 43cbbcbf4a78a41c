/// A value on its way to another place that may use it.
struct Handed<Value>: @unchecked Sendable {
  // Safe: what an actor's closure returns goes back to code of that actor; a published value that
  // is not `Sendable` is to be used on the main actor, which has read it, as the publisher's
  // documentation asks for.

  /// What is handed over: to be used at the other place only.
  let value: Value

  /// Hands a value over.
  init(_ value: Value) { self.value = value }
}

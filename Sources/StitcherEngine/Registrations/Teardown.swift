/// What is done with a kept instance at its end, such as closing a file.
package struct Teardown: Sendable {
  /// What is done.
  package enum Action: Sendable {
    /// At once, on the thread that ends it.
    case synchronous(@Sendable (Any) throws -> Void)
    /// In a task.
    case asynchronous(@Sendable (Any) async throws -> Void)
  }

  /// What is done with the instance, which is of the type that the factory returns.
  package let action: Action

  /// After how long it is not waited for any more; nil if it always is.
  package let limit: Duration?

  /// Creates a teardown.
  package init(_ action: Action, within limit: Duration? = nil) {
    self.action = action
    self.limit = limit
  }

  /// Whether it is over when a call of it returns.
  var isImmediate: Bool {
    if case .synchronous = action { limit == nil } else { false }
  }
}

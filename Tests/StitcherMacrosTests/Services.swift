#if Macros
  import StitcherMacros
  import Testing

  /// A service that sends messages.
  protocol Mail: AnyObject, Sendable {
    /// The name of the sender.
    var sender: String { get }
  }

  /// A service that writes lines.
  protocol Journal: Sendable {}

  /// A mailer with a name.
  final class Mailer: Mail {
    let sender: String
    init(sender: String) { self.sender = sender }
  }

  /// A type that is never registered.
  final class Absent: Sendable {}

  /// Runs a closure while a container is active.
  func withActive<Result>(
    _ container: DependencyContainer, _ body: () throws -> Result
  ) throws -> Result {
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    return try body()
  }

  /// Runs an asynchronous closure while a container is active.
  func withActive<Result>(
    isolation: isolated (any Actor)? = #isolation, _ container: DependencyContainer,
    _ body: () async throws -> Result
  ) async throws -> Result {
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    return try await body()
  }
#endif

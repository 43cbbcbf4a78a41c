
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

  /// Whether the program has a teardown, so that something may have to be torn down.
  static var isUsed: Bool { ProcessWord.teardowns.word.load(ordering: .relaxed) != 0 }

  /// Creates a teardown.
  package init(_ action: Action, within limit: Duration? = nil) {
    ProcessWord.teardowns.word.store(1, ordering: .relaxed)
    self.action = action
    self.limit = limit
  }

  /// Returns the teardown of what a front end keeps the instance in.
  ///
  /// - Parameter unwrap: Takes the instance out.
  package func unwrapping(_ unwrap: @escaping @Sendable (Any) -> Any) -> Teardown {
    switch action {
    case .synchronous(let action): Teardown(.synchronous { try action(unwrap($0)) }, within: limit)
    case .asynchronous(let action):
      Teardown(.asynchronous { try await action(unwrap($0)) }, within: limit)
    }
  }

  /// Whether it is over when a call of it returns.
  var isImmediate: Bool {
    if case .synchronous = action { limit == nil } else { false }
  }
}

extension Teardown {
  /// Takes a synchronous closure over. One of an actor is called in a task, which goes there.
  package init<Instance>(
    synchronous action: @escaping @Sendable @isolated(any) (Instance) throws -> Void
  ) {
    if action.isolation != nil {
      self.init(asynchronous: action, within: nil)
    } else {
      let action = callable(action)
      self.init(.synchronous { try action($0 as! Instance) })
    }
  }

  /// Takes an asynchronous closure over.
  package init<Instance>(
    asynchronous action: @escaping @Sendable @isolated(any) (Instance) async throws -> Void,
    within limit: Duration?
  ) {
    self.init(
      .asynchronous { erased in
        // Safe: nobody else is given the instance any more.
        nonisolated(unsafe) let instance = erased as! Instance
        try await action(instance)
      }, within: limit)
  }
}

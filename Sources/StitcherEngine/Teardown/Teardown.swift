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
  package let limit: TimeSpan?

  /// Whether the program has a teardown, so that something may have to be torn down.
  static var isUsed: Bool { ProcessWord.teardowns.word.load(ordering: .relaxed) != 0 }

  /// Creates a teardown.
  package init(_ action: Action, within limit: TimeSpan? = nil) {
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
      self.init(.synchronous { try action(IsolatedInstance.cast($0)) })
    }
  }

  /// Takes an asynchronous closure over.
  package init<Instance>(
    asynchronous action: @escaping @Sendable @isolated(any) (Instance) async throws -> Void,
    within limit: TimeSpan?
  ) {
    let actor = action.isolation
    self.init(
      .asynchronous { erased in
        // Safe: the instance was evicted, so only its teardown gets it from the engine.
        nonisolated(unsafe) let erased = erased
        try await Self.run(action, erased, on: actor)
      }, within: limit)
  }

  /// Casts an instance on the actor of a closure, since the conformance may be isolated to the
  /// actor, and calls the closure.
  private static func run<Instance>(
    _ action: @Sendable @isolated(any) (Instance) async throws -> Void, _ erased: Any,
    on isolation: isolated (any Actor)?
  ) async throws {
    // Safe: the instance was evicted, so only its teardown gets it from the engine.
    nonisolated(unsafe) let instance: Instance = try IsolatedInstance.cast(erased)
    try await action(instance)
  }
}

/// A conformance of an instance is isolated to an actor, and the teardown is called elsewhere.
private struct IsolatedInstance: Error, CustomStringConvertible {
  /// The type of the instance.
  let found: any Any.Type

  /// The protocol type that the teardown takes.
  let expected: any Any.Type

  /// The text of the error: the reason, and the remedy.
  var description: String {
    "'\(found)' conforms to '\(expected)' only on an actor, such as the main actor: the conformance"
      + " is isolated, and the teardown runs elsewhere. Write it on that actor, as in"
      + " '{ @MainActor instance in … }', or declare the conformance 'nonisolated'."
  }

  /// Casts an instance on the current executor.
  ///
  /// - Throws: This error.
  static func cast<Instance>(_ erased: Any) throws -> Instance {
    do { return try castHere(erased) } catch let failure as ResolutionFailure {
      guard case .mismatched(let found, let expected) = failure.reason else { throw failure }
      throw IsolatedInstance(found: found, expected: expected)
    }
  }
}

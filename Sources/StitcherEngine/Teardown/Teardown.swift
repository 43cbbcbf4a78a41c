/// A closure that runs for an instance after its eviction, for example to close a file.
package final class Teardown: Sendable {
  /// The closure of the teardown, which is called with the evicted instance.
  ///
  /// The instance has the type that the factory returns.
  let action: @Sendable (Any) async throws -> Void

  /// The closure of the teardown, if it is synchronous and needs no task; otherwise `nil`.
  ///
  /// It may run on the thread that evicts the instance.
  let synchronous: (@Sendable (Any) throws -> Void)?

  /// The time after which a change stops waiting for the teardown; `nil` if there is no limit.
  package let limit: TimeSpan?

  /// Whether the program has ever created a teardown.
  ///
  /// If not, evictions skip all steps for teardowns.
  static var isUsed: Bool { ProcessWord.teardowns.word.load(ordering: .relaxed) != 0 }

  /// Creates a teardown from its closure, its synchronous form if there is one, and its time limit.
  private init(
    _ action: @escaping @Sendable (Any) async throws -> Void,
    synchronous: (@Sendable (Any) throws -> Void)? = nil, within limit: TimeSpan? = nil
  ) {
    ProcessWord.teardowns.word.store(1, ordering: .relaxed)
    (self.action, self.synchronous, self.limit) = (action, synchronous, limit)
  }

  /// Returns a teardown that unwraps the instance before it calls the closure of this teardown.
  ///
  /// For front ends that store instances in wrapper objects.
  ///
  /// - Parameter unwrap: Returns the instance that a wrapper object contains.
  package func unwrapping(_ unwrap: @escaping @Sendable (Any) -> Any) -> Teardown {
    let synchronous = synchronous.map { action -> @Sendable (Any) throws -> Void in
      { try action(unwrap($0)) }
    }
    return Teardown({ try await self.action(unwrap($0)) }, synchronous: synchronous, within: limit)
  }
}

extension Teardown {
  /// Creates a teardown from a synchronous closure.
  ///
  /// A closure that is isolated to an actor runs in a task on the actor.
  package convenience init<Instance>(
    synchronous action: @escaping @Sendable @isolated(any) (Instance) throws -> Void
  ) {
    if action.isolation != nil {
      self.init(asynchronous: action, within: nil)
    } else {
      let action = callable(action)
      let synchronous = { @Sendable in try action(IsolatedInstance.cast($0)) }
      self.init(synchronous, synchronous: synchronous)
    }
  }

  /// Creates a teardown from an asynchronous closure, with an optional time limit.
  package convenience init<Instance>(
    asynchronous action: @escaping @Sendable @isolated(any) (Instance) async throws -> Void,
    within limit: TimeSpan?
  ) {
    let actor = action.isolation
    self.init(
      { erased in
        // Safe: the instance was evicted, so only its teardown gets the instance from the engine.
        nonisolated(unsafe) let erased = erased
        try await Self.run(action, erased, on: actor)
      }, within: limit)
  }

  /// Calls a teardown's closure with an instance, after a cast to the closure's parameter type.
  ///
  /// The cast runs on the closure's actor, where an isolated conformance can be used.
  private static func run<Instance>(
    _ action: @Sendable @isolated(any) (Instance) async throws -> Void, _ erased: Any,
    on isolation: isolated (any Actor)?
  ) async throws {
    // Safe: the instance was evicted, so only its teardown gets the instance from the engine.
    nonisolated(unsafe) let instance: Instance = try IsolatedInstance.cast(erased)
    try await action(instance)
  }
}

/// The error of a teardown whose instance must not be used as the closure's protocol type outside
/// another actor.
private struct IsolatedInstance: Error, CustomStringConvertible {
  /// The type of the instance that could not be torn down.
  let found: any Any.Type

  /// The protocol type that the teardown's closure takes.
  let expected: any Any.Type

  /// The text of the printed failure: the reason and the remedy.
  var description: String {
    "'\(found)' conforms to '\(expected)' only on an actor, such as the main actor: the conformance"
      + " is isolated, and the teardown runs elsewhere. Write it on that actor, as in"
      + " '{ @MainActor instance in … }', or declare the conformance 'nonisolated'."
  }

  /// Casts the given instance to the closure's parameter type, on the current executor.
  ///
  /// - Throws: An ``IsolatedInstance`` error if the conformance is isolated to another actor.
  static func cast<Instance>(_ erased: Any) throws -> Instance {
    do { return try castHere(erased) } catch let failure as ResolutionFailure {
      guard case .mismatched(let found, let expected) = failure.reason else { throw failure }
      throw IsolatedInstance(found: found, expected: expected)
    }
  }
}

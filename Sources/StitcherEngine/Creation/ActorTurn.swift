/// Runs an operation on an actor. Stops waiting for the actor if the calling task is cancelled.
///
/// If the caller is cancelled before the actor is free, this throws at once, and the operation does
/// not run.
///
/// - Parameter operation: A closure that switches to the actor, and first calls
///   ``ActorTurn/begin()`` there. The closure runs in a new task, with the caller's task-local
///   values.
/// - Throws: The error of the operation, or `CancellationError` if the caller is cancelled before
///   the operation begins.
func withTurn<Value: Sendable>(
  _ operation: @escaping @Sendable (ActorTurn) async throws -> Value
) async throws -> Value {
  let turn = ActorTurn()
  let task = Task {
    defer { turn.decide(true) }
    return try await operation(turn)
  }
  return try await withTaskCancellationHandler {
    if await !turn.hasBegun { throw CancellationError() }
    return try await task.value
  } onCancel: {
    turn.decide(false)
    task.cancel()
  }
}

/// The state of an operation on an actor: waiting, begun, or cancelled before it began.
final class ActorTurn: Sendable {
  private let state = Lock(State())

  private struct State {
    /// Whether the operation has begun on its actor; `nil` while it still waits for the actor.
    var hasBegun: Bool?
    /// The continuation of the caller; `nil` unless the caller waits for the actor.
    var caller: CheckedContinuation<Bool, Never>?
  }

  /// Marks the operation as begun on the actor.
  ///
  /// From now on, the caller waits for the end of the operation.
  ///
  /// - Throws: `CancellationError` if the caller was cancelled before.
  func begin() throws { if !decide(true) { throw CancellationError() } }

  /// Whether the operation has begun on its actor.
  ///
  /// The getter waits until the operation has begun, or its caller was cancelled.
  fileprivate var hasBegun: Bool {
    get async {
      await withCheckedContinuation { caller in
        let hasBegun = state.withLock { state in
          if state.hasBegun == nil { state.caller = caller }
          return state.hasBegun
        }
        if let hasBegun { caller.resume(returning: hasBegun) }
      }
    }
  }

  /// Stores whether the operation has begun, and resumes the caller.
  ///
  /// Only the first call has an effect.
  ///
  /// - Returns: Whether the operation has begun, as the first call has decided.
  @discardableResult
  fileprivate func decide(_ hasBegun: Bool) -> Bool {
    let (decision, caller) = state.withLock { state in
      let decision = state.hasBegun ?? hasBegun
      state.hasBegun = decision
      return (decision, state.caller.take())
    }
    caller?.resume(returning: decision)
    return decision
  }
}

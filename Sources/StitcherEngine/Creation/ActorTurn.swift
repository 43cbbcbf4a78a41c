/// Runs an operation that waits for an actor. If the caller is cancelled before the actor is free,
/// it throws at once, and the operation does not run.
///
/// - Parameter operation: Goes to the actor, and calls ``ActorTurn/begin()`` there first. It runs
///   in a task of its own, with the caller's task-local values.
/// - Throws: What the operation throws, or `CancellationError`.
func withTurn<Value: Sendable>(
  _ operation: @escaping @Sendable (ActorTurn<Value>) async throws -> Value
) async throws -> Value {
  let turn = ActorTurn<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { turn.start($0, operation) }
  } onCancel: {
    turn.cancel()
  }
}

/// A wait for an actor that ends when the actor is free, or when the caller is cancelled.
final class ActorTurn<Value: Sendable>: Sendable {
  /// What changes.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    /// The caller, until it is resumed.
    var caller: CheckedContinuation<Value, any Error>?
    /// The task that runs the operation, as long as the caller waits for it.
    var task: Task<Void, Never>?
    /// Whether the caller was cancelled.
    var isCancelled = false
    /// Whether the operation has begun on the actor.
    var hasBegun = false
  }

  /// Starts the task that runs the operation, unless the caller was cancelled.
  fileprivate func start(
    _ caller: CheckedContinuation<Value, any Error>,
    _ operation: @escaping @Sendable (ActorTurn<Value>) async throws -> Value
  ) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.caller = caller }
      return state.isCancelled
    }
    if isCancelled { return caller.resume(throwing: CancellationError()) }
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await operation(self)) } catch { result = .failure(error) }
      takeCaller()?.resume(with: result)
    }
    let isCancelledNow = state.withLock { state in
      if state.caller != nil { state.task = task }
      return state.isCancelled
    }
    if isCancelledNow { task.cancel() }
  }

  /// Begins the operation on the actor: from now on the caller waits for its end.
  ///
  /// - Throws: `CancellationError` if the caller was cancelled before.
  func begin() throws {
    let isCancelled = state.withLock { state in
      state.hasBegun = !state.isCancelled
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
  }

  /// Ends the wait of a caller that was cancelled, unless the operation has begun. Then the
  /// operation's task is cancelled.
  fileprivate func cancel() {
    let (task, caller) = state.withLock { state in
      state.isCancelled = true
      let task = state.task
      state.task = nil
      return (task, state.hasBegun ? nil : take(&state))
    }
    task?.cancel()
    caller?.resume(throwing: CancellationError())
  }

  /// Takes the caller out, to be resumed outside the lock.
  private func takeCaller() -> CheckedContinuation<Value, any Error>? {
    state.withLock { take(&$0) }
  }

  /// Takes the caller out.
  private func take(_ state: inout State) -> CheckedContinuation<Value, any Error>? {
    defer { (state.caller, state.task) = (nil, nil) }
    return state.caller
  }
}

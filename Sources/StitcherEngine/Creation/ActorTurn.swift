/// Runs an operation that waits for an actor, and stops waiting if the calling task is cancelled.
///
/// If the caller is cancelled before the actor is free, this throws at once, and the operation does
/// not run.
///
/// - Parameter operation: A closure that switches to the actor and first calls
///   ``ActorTurn/begin()`` there. It runs in its own task, with the caller's task-local values.
/// - Throws: The error of the operation, or `CancellationError`.
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
  private let state = Lock(State())

  private struct State {
    /// The continuation of the caller, until the caller is resumed.
    var caller: CheckedContinuation<Value, any Error>?
    /// The task that runs the operation, as long as the caller waits for the task.
    var task: Task<Void, Never>?
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
      state.withLock { self.take(&$0) }?.resume(with: result)
    }
    let isCancelledNow = state.withLock { state in
      if state.caller != nil { state.task = task }
      return state.isCancelled
    }
    if isCancelledNow { task.cancel() }
  }

  /// Marks the operation as begun on the actor. From now on, the caller waits for its end.
  ///
  /// - Throws: `CancellationError` if the caller was cancelled before.
  func begin() throws {
    let isCancelled = state.withLock { state in
      state.hasBegun = !state.isCancelled
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
  }

  /// Handles the cancellation of the caller.
  ///
  /// If the operation has not begun, the caller is resumed with an error. The operation's task is
  /// cancelled in any case.
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

  /// Removes the caller from the state, to be resumed outside the lock. Called under the lock.
  private func take(_ state: inout State) -> CheckedContinuation<Value, any Error>? {
    defer { (state.caller, state.task) = (nil, nil) }
    return state.caller
  }
}

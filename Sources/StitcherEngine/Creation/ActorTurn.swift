/// Runs an operation that switches to an actor; throws an error if the task is cancelled before the
/// switch.
///
/// If the caller is cancelled before the actor is free, this throws at once, and the operation does
/// not run.
///
/// - Parameter operation: A closure that switches to the actor, and first calls `begin` there. The
///   closure runs in a new task, with the caller's task-local values. From the call of `begin` on,
///   the caller waits for the end of the operation. The call throws `CancellationError` if the
///   caller was cancelled before.
/// - Throws: The error of the operation, or `CancellationError` if the caller is cancelled before
///   the operation begins.
func withTurn(
  _ operation:
    @escaping @Sendable (_ begin: @escaping @Sendable () throws -> Void) async throws
    -> any Sendable
) async throws -> any Sendable {
  // Whether the operation has begun on its actor, or its calling task was cancelled first.
  let isDecided = AtomicBox<Bool>(false)
  // A stream without elements, which ends when the operation begins or ends.
  let (beginning, continuation) = AsyncStream<Never>.makeStream()
  let task = Task {
    defer { continuation.finish() }
    return try await operation {
      if isDecided.exchange(true) { throw CancellationError() }
      continuation.finish()
    }
  }
  return try await withTaskCancellationHandler {
    // The iteration also ends if the task is cancelled.
    for await _ in beginning {}
    if Task.isCancelled, !isDecided.exchange(true) { throw CancellationError() }
    return try await task.value
  } onCancel: {
    task.cancel()
  }
}

/// Runs an operation that switches to an actor; throws an error if the task is cancelled before the
/// switch.
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
    defer { turn.end() }
    return try await operation(turn)
  }
  return try await withTaskCancellationHandler {
    try await turn.wait()
    return try await task.value
  } onCancel: {
    task.cancel()
  }
}

/// The state of one operation that waits for an actor: waiting, begun, or cancelled before it
/// began.
final class ActorTurn: Sendable {
  /// Whether the operation has begun on its actor, or its calling task was cancelled first.
  private let isDecided = AtomicBox<Bool>(false)

  /// A stream without elements. It ends when the operation begins, or when it ends without having
  /// begun.
  ///
  /// The caller awaits the end of the stream.
  private let beginning = AsyncStream<Never>.makeStream()

  /// Records that the operation begins on the actor; throws if the caller was cancelled before.
  ///
  /// From now on, the caller waits for the end of the operation.
  ///
  /// - Throws: `CancellationError` if the caller was cancelled before.
  func begin() throws {
    if isDecided.exchange(true) { throw CancellationError() }
    end()
  }

  /// Ends the caller's wait for the operation to begin.
  fileprivate func end() { beginning.continuation.finish() }

  /// Suspends the calling task until the operation has begun or ended.
  ///
  /// - Throws: `CancellationError` if the caller is cancelled before the operation begins.
  fileprivate func wait() async throws {
    // The iteration also ends if the task is cancelled.
    for await _ in beginning.stream {}
    if Task.isCancelled, !isDecided.exchange(true) { throw CancellationError() }
  }
}

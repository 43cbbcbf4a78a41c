/// A tenant's database: one connection, which one unit of work at a time borrows.
package final class Database: Sendable {
  /// A task that waits for the connection.
  private struct Waiter {
    /// The number that identifies the waiter.
    let id: Int

    /// Resumes the task with the connection.
    let continuation: CheckedContinuation<Connection, any Error>
  }

  /// The state under the lock.
  private struct State {
    /// The connection, or `nil` while it is borrowed.
    var idle: Connection?

    /// The waiting tasks, in order.
    var waiters: [Waiter] = []

    /// The number of waiters so far.
    var lastID = 0

    /// Whether the database is closed.
    var isClosed = false
  }

  /// The borrower of the connection, and the waiting tasks.
  private let state: Guarded<State>

  /// Counts the instance.
  private let life: Life

  /// Opens an empty database.
  package init(counts: Counts) throws(StorageError) {
    let connection = try Connection()
    try connection.createTables()
    state = Guarded(State(idle: connection))
    life = Life(counts)
  }

  /// Opens an empty database on another thread.
  @concurrent
  package static func open(counts: Counts) async throws -> Database {
    try Database(counts: counts)
  }

  /// Closes the database after its borrower has returned the connection.
  package func close() async throws {
    // The connection closes when it is deallocated.
    _ = try await borrow()
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(throwing: StorageError.closed) }
  }

  /// The number of waiting tasks.
  package var waiting: Int { state.withLock { $0.waiters.count } }

  /// Waits for the connection, and borrows it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the connection is free; a
  ///   `StorageError` if the database is closed.
  package func borrow() async throws -> Connection {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A later cancellation finds the task among the waiters, because it also takes the lock.
        let answer: Result<Connection, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isClosed { return .failure(StorageError.closed) }
          if let connection = state.idle.take() { return .success(connection) }
          state.waiters.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns the connection, which the task with the longest wait gets.
  package func giveBack(_ connection: Connection) {
    let next = state.withLock { state -> Waiter? in
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      state.idle = connection
      return nil
    }
    next?.continuation.resume(returning: connection)
  }
}

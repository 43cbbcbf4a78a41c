/// A tenant's database: one connection, which is lent to one borrower at a time.
package final class Database: Sendable {
  /// Somebody who waits for the connection.
  private struct Waiter {
    /// What tells waiters apart.
    let id: Int

    /// Goes on with the connection.
    let continuation: CheckedContinuation<Connection, any Error>
  }

  /// What changes under the lock.
  private struct State {
    /// The connection; nil while it is lent.
    var idle: Connection?

    /// Who waits for it, in order.
    var waiters: [Waiter] = []

    /// The number of waiters so far.
    var lastID = 0

    /// Whether nobody gets the connection any more.
    var isClosed = false
  }

  /// Who has the connection, and who waits.
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

  /// Opens an empty database, off the caller's thread.
  @concurrent
  package static func open(counts: Counts) async throws -> Database {
    try Database(counts: counts)
  }

  /// Closes the database, once its borrower has given the connection back.
  package func close() async throws {
    // The connection closes when it is let go.
    _ = try await borrow()
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(throwing: StorageError.closed) }
  }

  /// How many wait for the connection.
  package var waiting: Int { state.withLock { $0.waiters.count } }

  /// Waits until the connection is free, and takes it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before it is free; a `StorageError` if
  ///   the database is closed.
  package func borrow() async throws -> Connection {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Who is cancelled after this look is found among the waiters, since that takes the lock.
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

  /// Gives the connection back, to who has waited longest.
  package func giveBack(_ connection: Connection) {
    let next = state.withLock { state -> Waiter? in
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      state.idle = connection
      return nil
    }
    next?.continuation.resume(returning: connection)
  }
}

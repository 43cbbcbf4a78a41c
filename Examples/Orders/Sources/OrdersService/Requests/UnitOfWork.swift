/// The transaction of a request.
///
/// It is closed once, by ``commit()`` or ``rollBack()``.
final class UnitOfWork: Sendable {
  /// The state of the transaction.
  private enum State {
    /// The transaction has not begun.
    case new
    /// The transaction waits for the connection.
    case beginning
    /// The transaction is open.
    case open(Connection)
    /// The transaction was committed or rolled back.
    case closed
  }

  /// The database of the tenant.
  private let database: Database

  /// The counts of the service.
  private let counts: Counts

  /// The state of the transaction.
  private let state = Guarded<State>(.new)

  /// Counts the instance.
  private let life: Life

  /// Creates a unit of work without a transaction.
  init(on database: Database, counts: Counts) {
    self.database = database
    self.counts = counts
    life = Life(counts)
    counts.add(to: \.opened)
  }

  deinit {
    let connection: Connection? = state.withLock { state in
      if case .closed = state { return nil }
      counts.add(to: \.abandoned)
      guard case .open(let connection) = state else { return nil }
      return connection
    }
    guard let connection else { return }
    // An unclosed unit is a mistake of the service. It is counted and rolled back.
    _ = try? connection.run("ROLLBACK")
    database.giveBack(connection)
  }

  /// Begins the transaction when the connection is free.
  ///
  /// - Throws: `CancellationError`, or an error of SQLite.
  func begin() async throws {
    try state.withLock { state in
      guard case .new = state else { throw UnitOfWorkError.misused }
      state = .beginning
    }
    do {
      let connection = try await database.borrow()
      do { try connection.run("BEGIN IMMEDIATE") } catch {
        database.giveBack(connection)
        throw error
      }
      state.withLock { $0 = .open(connection) }
    } catch {
      state.withLock { $0 = .new }
      throw error
    }
  }

  /// Reads and writes in the transaction.
  func write<Result>(_ body: (Connection) throws -> sending Result) throws -> Result {
    try state.withLock { state in
      guard case .open(let connection) = state else { throw UnitOfWorkError.misused }
      return try body(connection)
    }
  }

  /// Commits the transaction. If the commit fails, the transaction is rolled back.
  func commit() throws {
    guard let connection = try close() else {
      counts.add(to: \.committed)
      return
    }
    defer { database.giveBack(connection) }
    do {
      try connection.run("COMMIT")
      counts.add(to: \.committed)
    } catch {
      rollBack(connection)
      throw error
    }
  }

  /// Rolls the transaction back.
  func rollBack() throws {
    guard let connection = try close() else {
      counts.add(to: \.rolledBack)
      return
    }
    rollBack(connection)
    database.giveBack(connection)
  }

  /// Rolls the transaction of a connection back.
  private func rollBack(_ connection: Connection) {
    // SQLite may have rolled back already. The first error is reported.
    if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    counts.add(to: \.rolledBack)
  }

  /// Closes the unit, and returns the connection of an open transaction.
  private func close() throws -> Connection? {
    try state.withLock { state in
      defer { state = .closed }
      switch state {
      case .new: return nil
      case .open(let connection): return connection
      case .beginning, .closed:
        counts.add(to: \.closedAgain)
        throw UnitOfWorkError.misused
      }
    }
  }
}

/// A programming error in the service.
enum UnitOfWorkError: Error {
  /// A unit of work was not begun, was begun twice, or was used after its end.
  case misused
}

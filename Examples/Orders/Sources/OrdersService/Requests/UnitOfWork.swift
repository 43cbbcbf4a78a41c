/// What a request writes: all of it or nothing.
///
/// It is closed once, by ``commit()`` or ``rollBack()``.
final class UnitOfWork: Sendable {
  /// How far it has come.
  private enum State {
    /// Nothing was written.
    case new
    /// The connection is waited for.
    case beginning
    /// The transaction is open.
    case open(Connection)
    /// It was committed or rolled back.
    case closed
  }

  /// Where it is written.
  private let database: Database

  /// Where it is counted.
  private let counts: Counts

  /// How far it has come.
  private let state = Guarded<State>(.new)

  /// Counts the instance.
  private let life: Life

  /// Opens a unit of work.
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
    // A mistake of the service's: it is counted, and holds nobody up.
    _ = try? connection.run("ROLLBACK")
    database.giveBack(connection)
  }

  /// Begins the transaction, once the database is free.
  ///
  /// - Throws: `CancellationError`, or what SQLite says.
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

  /// Keeps what was written. If that fails, nothing is kept.
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

  /// Drops what was written.
  func rollBack() throws {
    guard let connection = try close() else {
      counts.add(to: \.rolledBack)
      return
    }
    rollBack(connection)
    database.giveBack(connection)
  }

  /// Drops what was written over a connection.
  private func rollBack(_ connection: Connection) {
    // SQLite may have rolled back by itself; the first error is the one to report.
    if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    counts.add(to: \.rolledBack)
  }

  /// Closes the unit; returns the connection if there was a transaction.
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

/// A mistake in the service.
enum UnitOfWorkError: Error {
  /// A unit of work was not begun, was begun twice, or was used after its end.
  case misused
}

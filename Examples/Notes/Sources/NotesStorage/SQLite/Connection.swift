private import CSQLite
internal import NotesDomain

/// An open SQLite database. Its deallocation closes the database and sends an event.
///
/// A connection must not be used by several threads at the same time: ``Database`` protects it with
/// a lock.
package final class Connection {
  /// The SQLite handle of the connection.
  private let handle: OpaquePointer

  /// The name of the database in events.
  private let name: String

  /// The channel for opening and closing events.
  private let events: EventChannel

  /// The prepared statements by their text.
  private var statements: [String: Statement] = [:]

  /// Opens a database, and creates it if it is missing.
  init(path: String, name: String, events: EventChannel) throws(StorageError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let reason = String(cString: sqlite3_errstr(code))
      sqlite3_close(handle)
      throw .cannotOpen(path: path, reason: reason)
    }
    // Another process may be writing. Wait for it up to this many milliseconds.
    sqlite3_busy_timeout(handle, 2000)
    self.handle = handle
    self.name = name
    self.events = events
    events.send(.databaseOpened(name))
  }

  deinit {
    statements.removeAll()
    sqlite3_close(handle)
    events.send(.databaseClosed(name))
  }

  /// Whether SQLite was built with full-text search.
  static var hasFullText: Bool { sqlite3_compileoption_used("ENABLE_FTS5") != 0 }

  /// Whether an error means that a file is not an SQLite database.
  static func isForeign(_ error: StorageError) -> Bool {
    guard case .failed(let code, _, _) = error else { return false }
    return code == Int(SQLITE_NOTADB)
  }

  /// Runs statements without placeholders, and ignores their rows.
  package func execute(_ sql: String) throws(StorageError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw .failed(code: code, on: handle, statement: sql) }
  }

  /// Runs a prepared statement, and ignores its rows.
  package func run(_ sql: String, _ values: SQLValue...) throws(StorageError) {
    try statement(sql).run(values) { (_) throws(StorageError) in }
  }

  /// Runs a prepared statement, and returns the result of a closure for each row.
  package func rows<Element>(
    _ sql: String, _ values: [SQLValue] = [], map: (Row) throws(StorageError) -> Element
  ) throws(StorageError) -> [Element] {
    var elements: [Element] = []
    try statement(sql).run(values) { (row) throws(StorageError) in
      elements.append(try map(row))
    }
    return elements
  }

  /// Runs a prepared statement and returns the number in the first column of its first row, or 0.
  package func number(_ sql: String, _ values: SQLValue...) throws(StorageError) -> Int {
    Int(try rows(sql, values) { $0.integer(0) }.first ?? 0)
  }

  /// Runs a closure in a transaction, which is rolled back if the closure throws.
  package func transaction<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // The first error is reported. SQLite may have rolled back already.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Returns the prepared statement for a text.
  private func statement(_ sql: String) throws(StorageError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, connection: handle)
    statements[sql] = statement
    return statement
  }
}

private import CSQLite

/// An open SQLite database.
///
/// A connection must not be used by several threads at the same time: ``Database`` gives it to one
/// unit of work at a time.
package final class Connection: @unchecked Sendable {
  // Safe: Only one unit of work uses it, and the lock of `Database` orders the users.

  /// The SQLite handle of the connection.
  private let handle: OpaquePointer

  /// The prepared statements by their text.
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a temporary database, which SQLite deletes at its closing.
  init() throws(StorageError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2("", &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw StorageError(reason: String(cString: sqlite3_errstr(code)), statement: "")
    }
    self.handle = handle
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// The number of rows that the last statement has changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a statement, and returns the integers of its first row, or an empty array.
  @discardableResult
  func run(_ sql: String, _ values: SQLValue...) throws(StorageError) -> [Int] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code =
        switch value {
        case .number(let number): sqlite3_bind_int64(statement, position, Int64(number))
        case .text(let text):
          csqlite_bind_text(statement, position, text, Int32(text.utf8.count))
        }
      guard code == SQLITE_OK else { throw error(sql) }
    }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return []
    case SQLITE_ROW:
      return (0..<sqlite3_column_count(statement)).map {
        Int(sqlite3_column_int64(statement, $0))
      }
    default: throw error(sql)
    }
  }

  /// Returns the prepared statement for a text.
  private func prepared(_ sql: String) throws(StorageError) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw error(sql)
    }
    statements[sql] = statement
    return statement
  }

  /// Returns the last error of SQLite.
  private func error(_ sql: String) -> StorageError {
    StorageError(reason: String(cString: sqlite3_errmsg(handle)), statement: sql)
  }
}

/// A value for a placeholder of a statement.
enum SQLValue: Sendable {
  /// A whole number.
  case number(Int)
  /// A text.
  case text(String)
}

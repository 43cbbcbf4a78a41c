private import CSQLite

/// A prepared statement. It belongs to its connection, and only one thread at a time uses it.
final class Statement {
  /// The SQLite handle of the statement.
  private let handle: OpaquePointer

  /// The SQL text of the statement.
  private let sql: String

  /// Prepares a statement.
  init(_ sql: String, connection: OpaquePointer) throws(StorageError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw .failed(code: code, on: connection, statement: sql)
    }
    self.handle = handle
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement, and passes each row to a closure.
  ///
  /// - Parameter values: The values of the placeholders, in order.
  func run(
    _ values: [SQLValue], onRow body: (Row) throws(StorageError) -> Void
  ) throws(StorageError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, at: Int32(index + 1)), expected: SQLITE_OK)
    }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      try check(code, expected: SQLITE_ROW)
      try body(Row(statement: handle))
    }
  }

  /// Binds a value to a placeholder, and returns SQLite's result code.
  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .text(let text): csqlite_bind_text(handle, index, text, Int32(text.utf8.count))
    }
  }

  /// Throws SQLite's error if a result code is unexpected.
  private func check(_ code: Int32, expected: Int32) throws(StorageError) {
    guard code != expected else { return }
    throw .failed(code: code, on: sqlite3_db_handle(handle), statement: sql)
  }
}

/// A row of a result, valid only inside the closure that received it.
package struct Row {
  /// The statement that is positioned on the row.
  private let statement: OpaquePointer

  /// Creates the current row of a statement.
  fileprivate init(statement: OpaquePointer) {
    self.statement = statement
  }

  /// Returns the text of a column, or an empty text if the column has none.
  package func text(_ column: Int) -> String {
    sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// Returns the integer of a column, or 0 if the column has none.
  package func integer(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, Int32(column))
  }

  /// Returns the number of a column, or 0 if the column has none.
  package func real(_ column: Int) -> Double {
    sqlite3_column_double(statement, Int32(column))
  }
}

extension StorageError {
  /// Returns the error that a connection reports.
  static func failed(
    code: Int32, on connection: OpaquePointer?, statement: String
  ) -> StorageError {
    let reason = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return .failed(code: Int(code), reason: reason ?? "out of memory", statement: statement)
  }
}

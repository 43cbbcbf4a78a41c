/// A full-text index of a table, which triggers update.
///
/// The index is not a migration, because it depends on the build of SQLite. The first SQLite with
/// FTS5 that opens the database adds the index. Without the index, searches scan every row.
package struct FullTextIndex: Hashable, Sendable {
  /// The indexed table.
  let table: String

  /// The column that is an alias of the table's row number.
  let rowColumn: String

  /// The indexed columns, the most important first.
  let columns: [String]

  /// The name of the index.
  var name: String { "\(table)_text" }

  /// Adds a missing index if possible, and returns whether the database has the index.
  func prepare(_ connection: Connection, name database: String) throws(StorageError) -> Bool {
    let existing = try connection.number(
      "SELECT count(*) FROM sqlite_master WHERE name = ?", .text(name))
    switch (existing > 0, Connection.hasFullText) {
    case (true, true): return true
    case (true, false): throw .fullTextUnavailable(name: database)
    case (false, false): return false
    case (false, true):
      try connection.execute(creation)
      return true
    }
  }

  /// The statements that create the index, its triggers, and its initial contents.
  private var creation: String {
    """
    CREATE VIRTUAL TABLE \(name) USING fts5(
      \(columns.joined(separator: ", ")), content = '\(table)', content_rowid = '\(rowColumn)',
      tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE TRIGGER \(name)_insert AFTER INSERT ON \(table) BEGIN \(added) END;
    CREATE TRIGGER \(name)_delete AFTER DELETE ON \(table) BEGIN \(removed) END;
    CREATE TRIGGER \(name)_update AFTER UPDATE ON \(table) BEGIN \(removed) \(added) END;
    INSERT INTO \(name)(\(name)) VALUES ('rebuild');
    """
  }

  /// The statement that indexes a row's new contents.
  private var added: String {
    "INSERT INTO \(name)(rowid, \(columns.joined(separator: ", "))) VALUES (\(values(of: "new")));"
  }

  /// The statement that removes a row's old contents from the index.
  private var removed: String {
    "INSERT INTO \(name)(\(name), rowid, \(columns.joined(separator: ", "))) "
      + "VALUES ('delete', \(values(of: "old")));"
  }

  /// Returns the row number and the indexed columns of the old or the new row of a trigger.
  private func values(of row: String) -> String {
    ([rowColumn] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
  }
}

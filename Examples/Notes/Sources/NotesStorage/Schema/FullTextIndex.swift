/// An index of the words in a table, kept up to date by triggers.
///
/// It is no migration, because it depends on how SQLite was built: the first SQLite with FTS5 that
/// opens the database adds it, and without it searches look at every row.
package struct FullTextIndex: Hashable, Sendable {
  /// The table whose words are indexed.
  let table: String

  /// The column that is an alias of the table's row number.
  let rowColumn: String

  /// The columns whose words are indexed, the most important first.
  let columns: [String]

  /// The name of the index itself.
  var name: String { "\(table)_text" }

  /// Adds the index if it is missing and possible; returns whether the database has it.
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

  /// The statements that create the index, its triggers, and its first content.
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

  /// The statement that indexes the new content of a row.
  private var added: String {
    "INSERT INTO \(name)(rowid, \(columns.joined(separator: ", "))) VALUES (\(values(of: "new")));"
  }

  /// The statement that forgets the old content of a row.
  private var removed: String {
    "INSERT INTO \(name)(\(name), rowid, \(columns.joined(separator: ", "))) "
      + "VALUES ('delete', \(values(of: "old")));"
  }

  /// Returns the row number and the indexed columns of the old or the new row of a trigger.
  private func values(of row: String) -> String {
    ([rowColumn] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
  }
}

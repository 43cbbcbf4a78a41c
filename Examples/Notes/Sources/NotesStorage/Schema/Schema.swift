/// The tables of a kind of database, with their migrations.
public struct Schema: Hashable, Sendable {
  /// A migration from one format to the next.
  package struct Migration: Hashable, Sendable {
    /// A description of the migration.
    package let summary: String

    /// The statements of the migration.
    package let sql: String

    /// Creates a migration.
    package init(_ summary: String, sql: String) {
      self.summary = summary
      self.sql = sql
    }
  }

  /// The application ID in SQLite's file header.
  let applicationID: Int32

  /// All migrations since the first format. The format of a file is its number of migrations.
  let migrations: [Migration]

  /// The full-text index, if any.
  let fullText: FullTextIndex?

  /// Creates a schema.
  package init(applicationID: Int32, migrations: [Migration], fullText: FullTextIndex? = nil) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.fullText = fullText
  }

  /// Updates a database to this schema, and returns whether it has a full-text index.
  ///
  /// - Throws: ``StorageError/foreignFile(name:)`` for a file of another application, and
  ///   ``StorageError/tooNew(name:version:supported:)`` for a file of a later version.
  func prepare(_ connection: Connection, name: String) throws(StorageError) -> Bool {
    do {
      try connection.execute("PRAGMA foreign_keys = ON")
      return try connection.transaction { () throws(StorageError) in
        try migrate(connection, name: name)
        return try fullText?.prepare(connection, name: name) ?? false
      }
    } catch {
      throw Connection.isForeign(error) ? .foreignFile(name: name) : error
    }
  }

  /// Performs the missing migrations of a database.
  private func migrate(_ connection: Connection, name: String) throws(StorageError) {
    let version = try connection.number("PRAGMA user_version")
    let mark = try connection.number("PRAGMA application_id")
    let tables = try connection.number("SELECT count(*) FROM sqlite_master")
    guard mark == Int(applicationID) || (tables == 0 && mark == 0 && version == 0) else {
      throw .foreignFile(name: name)
    }
    guard version <= migrations.count else {
      throw .tooNew(name: name, version: version, supported: migrations.count)
    }
    guard version < migrations.count else { return }
    for migration in migrations[version...] { try connection.execute(migration.sql) }
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(migrations.count)")
  }
}

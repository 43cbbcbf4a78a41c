/// The tables of a kind of database, and how older ones get there.
public struct Schema: Hashable, Sendable {
  /// One step from a format to the next.
  package struct Migration: Hashable, Sendable {
    /// What the step does, for people.
    package let summary: String

    /// The statements that do it.
    package let sql: String

    /// Creates a step.
    package init(_ summary: String, sql: String) {
      self.summary = summary
      self.sql = sql
    }
  }

  /// The number that marks files of this kind, in SQLite's own header field for it.
  let applicationID: Int32

  /// All steps since the first format; the format of a file is how many it has taken.
  let migrations: [Migration]

  /// The index for full-text search, if there is to be one.
  let fullText: FullTextIndex?

  /// Creates a schema.
  package init(applicationID: Int32, migrations: [Migration], fullText: FullTextIndex? = nil) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.fullText = fullText
  }

  /// Brings a database to this schema; returns whether it has an index for full-text search.
  ///
  /// - Throws: ``StorageError/foreignFile(name:)`` for the file of another application, and
  ///   ``StorageError/tooNew(name:version:supported:)`` for one of a later version of this one.
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

  /// Takes the steps that a database has not taken yet.
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

public import NotesDomain

/// A database with a schema, for any number of threads.
///
/// The database is closed when it is deallocated, so the end of a scope closes its databases.
public final class Database: Sendable {
  /// The location of the database.
  public let location: DatabaseLocation

  /// Whether the database has an index for full-text search.
  public let hasFullText: Bool

  /// The channel for changes.
  let events: EventChannel

  /// The connection, which one thread at a time uses.
  private let connection: Guarded<Connection>

  /// Opens a database, creates missing tables, and updates the schema.
  public init(
    at location: DatabaseLocation, schema: Schema, events: EventChannel
  ) throws(StorageError) {
    try location.prepare()
    let connection = try Connection(path: location.path, name: location.name, events: events)
    hasFullText = try schema.prepare(connection, name: location.name)
    self.connection = Guarded(connection)
    self.location = location
    self.events = events
  }

  /// Runs a closure with the connection, while other threads wait.
  package func perform<Result: Sendable>(
    _ body: @Sendable (Connection) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try connection.withLock { (connection) throws(StorageError) in try body(connection) }
  }

  /// Runs a closure in a transaction, which is rolled back if the closure throws.
  package func change<Result: Sendable>(
    _ body: @Sendable (Connection) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try perform { (connection) throws(StorageError) in
      try connection.transaction { () throws(StorageError) in try body(connection) }
    }
  }
}

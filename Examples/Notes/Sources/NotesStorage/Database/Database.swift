public import NotesDomain

/// A database of a known schema, for any number of threads.
///
/// It is closed when its last owner lets go of it: a scope that ends closes the databases in it.
public final class Database: Sendable {
  /// Where it is.
  public let location: DatabaseLocation

  /// Whether it has an index for full-text search.
  public let hasFullText: Bool

  /// Where changes are told.
  let events: EventChannel

  /// The connection, used by one thread at a time.
  private let connection: Guarded<Connection>

  /// Opens a database, creates what is missing and brings its schema up to date.
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

  /// Runs a closure with the connection; other threads wait until it returns.
  package func perform<Result: Sendable>(
    _ body: @Sendable (Connection) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try connection.withLock { (connection) throws(StorageError) in try body(connection) }
  }

  /// Runs a closure with the connection, of which all changes are kept, or none if it throws.
  package func change<Result: Sendable>(
    _ body: @Sendable (Connection) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try perform { (connection) throws(StorageError) in
      try connection.transaction { () throws(StorageError) in try body(connection) }
    }
  }
}

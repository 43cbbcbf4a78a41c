/// SQLite has refused something.
public struct StorageError: Error, Equatable, CustomStringConvertible {
  /// What it says.
  public let reason: String

  /// The statement; empty if there was none.
  public let statement: String

  /// The database is closed.
  static let closed = StorageError(reason: "the database is closed", statement: "")

  /// What it says, and of what.
  public var description: String { statement.isEmpty ? reason : "\(reason): \(statement)" }
}

/// An error of SQLite.
public struct StorageError: Error, Equatable, CustomStringConvertible {
  /// The message of SQLite.
  public let reason: String

  /// The statement; empty if there was none.
  public let statement: String

  /// The error of a closed database.
  static let closed = StorageError(reason: "the database is closed", statement: "")

  /// The message and its statement.
  public var description: String { statement.isEmpty ? reason : "\(reason): \(statement)" }
}

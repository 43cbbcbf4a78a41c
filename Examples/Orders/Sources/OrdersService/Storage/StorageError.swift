/// SQLite has refused something.
public struct StorageError: Error, Equatable, CustomStringConvertible {
  /// What it says.
  public let reason: String

  /// The statement; empty if there was none.
  public let statement: String

  /// What it says, and of what.
  public var description: String { "\(reason): \(statement)" }
}

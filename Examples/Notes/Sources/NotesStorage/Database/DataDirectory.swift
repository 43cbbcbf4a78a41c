import Foundation

/// The location of the application's databases.
public enum DataDirectory: Hashable, Sendable {
  /// A folder.
  case folder(path: String)

  /// Memory, for tests. Every database starts empty.
  case memory

  /// The database of all accounts.
  public var accounts: DatabaseLocation { location("accounts.sqlite") }

  /// Returns the database with the notes of an account.
  public func notes(of account: String) -> DatabaseLocation { location("\(account)/notes.sqlite") }

  /// Returns the database at a path below the folder.
  private func location(_ relativePath: String) -> DatabaseLocation {
    switch self {
    case .folder(let path): .file(path: URL(filePath: path).appending(path: relativePath).path())
    case .memory: .memory(label: relativePath)
    }
  }
}

/// An error of a database.
public enum StorageError: Error, Hashable, Sendable {
  /// The file cannot be opened or created.
  case cannotOpen(path: String, reason: String)

  /// The file contains the data of another application.
  case foreignFile(name: String)

  /// A later version of the application has written the file.
  case tooNew(name: String, version: Int, supported: Int)

  /// The file has a full-text index, and this SQLite was built without FTS5.
  case fullTextUnavailable(name: String)

  /// SQLite rejected a statement; its result code, its message, and the statement.
  case failed(code: Int, reason: String, statement: String)
}

extension StorageError: CustomStringConvertible {
  /// A description of the error for users.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "cannot open '\(path)': \(reason)"
    case .foreignFile(let name):
      "'\(name)' is not a database of notes"
    case .tooNew(let name, let version, let supported):
      "'\(name)' has format \(version), and this version reads up to \(supported)"
    case .fullTextUnavailable(let name):
      "'\(name)' has a full-text index, for which this SQLite lacks FTS5"
    case .failed(let code, let reason, let statement):
      "SQLite error \(code): \(reason) (in: \(statement))"
    }
  }
}

import Foundation

/// Where a database is; a parameter of the dependency that opens one.
public enum DatabaseLocation: Hashable, Sendable {
  /// A file.
  case file(path: String)

  /// Memory, gone with the connection; the label tells databases apart in events.
  case memory(label: String)

  /// The path that SQLite opens.
  var path: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// What events call the database: its folder and file, or its label.
  public var name: String {
    switch self {
    case .file(let path):
      URL(filePath: path).pathComponents.suffix(2).filter { $0 != "/" }.joined(separator: "/")
    case .memory(let label): "memory/\(label)"
    }
  }

  /// Whether there is a file already; memory never is.
  public var exists: Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .memory: false
    }
  }

  /// Creates the folder of a file, where it is missing.
  func prepare() throws(StorageError) {
    guard case .file(let path) = self else { return }
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotOpen(path: path, reason: "the folder '\(folder.path())' cannot be created")
    }
  }
}

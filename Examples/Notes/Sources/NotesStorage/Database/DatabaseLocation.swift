import Foundation

/// The location of a database, which is a parameter of its factory.
public enum DatabaseLocation: Hashable, Sendable {
  /// A file.
  case file(path: String)

  /// Memory, released with the connection; the label identifies the database in events.
  case memory(label: String)

  /// The path that SQLite opens.
  var path: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// The name of the database in events: its folder and file, or its label.
  public var name: String {
    switch self {
    case .file(let path):
      URL(filePath: path).pathComponents.suffix(2).filter { $0 != "/" }.joined(separator: "/")
    case .memory(let label): "memory/\(label)"
    }
  }

  /// Whether the file exists; always `false` for memory.
  public var exists: Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .memory: false
    }
  }

  /// Creates the folder of a file if it is missing.
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

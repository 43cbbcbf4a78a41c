/// A source file of a target.
public struct SourceFile: Sendable {
  /// The path of the file, as diagnostics print it.
  public let path: String

  /// The text of the file.
  public let text: String

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path that diagnostics print.
  ///   - text: The text.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A location in a source file.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String

  /// The line, counted from one.
  public let line: Int

  /// The column in UTF-8, counted from one.
  public let column: Int

  /// The location in the format of compilers, `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}

/// A note on a `@Registerable` type that a scan leaves out.
public struct ScanNote: Hashable, Sendable, CustomStringConvertible {
  /// The source location of the type's declaration.
  public let place: SourcePlace

  /// The name of the type.
  public let typeName: String

  /// The reason why the scan leaves out the type, and what to do.
  public let reason: String

  /// The note in the format of a compiler note: location, `note:` and text.
  public var description: String {
    "\(place): note: '\(typeName)' is left out of the autoregistered dependencies: \(reason)"
  }
}

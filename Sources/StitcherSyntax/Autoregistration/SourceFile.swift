/// A source file of a target.
public struct SourceFile: Sendable {
  /// The path that diagnostics print.
  public let path: String

  /// The text.
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

/// A place in a source file.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String

  /// The line, counted from one.
  public let line: Int

  /// The column in UTF-8, counted from one.
  public let column: Int

  /// The place as compilers print it.
  public var description: String { "\(path):\(line):\(column)" }
}

/// A note about a type that a scan leaves out.
public struct ScanNote: Hashable, Sendable, CustomStringConvertible {
  /// Where the type is declared.
  public let place: SourcePlace

  /// The name of the type.
  public let typeName: String

  /// Why it is left out, and what to do.
  public let reason: String

  /// The note as compilers print it.
  public var description: String {
    "\(place): note: '\(typeName)' is left out of the autoregistered dependencies: \(reason)"
  }
}

/// A place in source code.
package struct SourceLocation: Sendable, Hashable {
  /// The file's name; no text if the place is unknown.
  private let name: LiteralText

  /// The line.
  private let lineNumber: UInt32

  /// Creates a location from the compiler's literals.
  package init(file: StaticString, line: UInt) { self.init(LiteralText(file), line) }

  /// A place that nobody has told.
  package static let unknown = SourceLocation(LiteralText(nil), 0)

  /// Creates a location.
  private init(_ name: LiteralText, _ line: UInt) {
    self.name = name
    lineNumber = UInt32(truncatingIfNeeded: line)
  }

  /// The file, as the compiler gave it.
  package var file: String { name.text ?? "unknown place" }

  /// The line.
  package var line: UInt { UInt(lineNumber) }
}

extension SourceLocation: CustomStringConvertible {
  /// The file and the line, as compilers print them.
  package var description: String { name.text.map { "\($0):\(line)" } ?? file }
}

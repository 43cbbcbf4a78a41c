/// A file and a line in the source code.
package struct SourceLocation: Sendable, Hashable {
  /// The name of the source file; empty if the location is unknown.
  private let name: LiteralText

  private let lineNumber: UInt32

  /// Creates a location from the compiler's literals.
  package init(file: StaticString, line: UInt) { self.init(LiteralText(file), line) }

  /// The placeholder for an unknown location.
  package static let unknown = SourceLocation(LiteralText(nil), 0)

  private init(_ name: LiteralText, _ line: UInt) {
    self.name = name
    lineNumber = UInt32(truncatingIfNeeded: line)
  }

  /// The name of the source file, as the compiler has provided it.
  package var file: String { name.text ?? "unknown place" }

  /// The number of the line in the source file.
  package var line: UInt { UInt(lineNumber) }
}

extension SourceLocation: CustomStringConvertible {
  /// The file and the line, as compilers print them.
  package var description: String { name.text.map { "\($0):\(line)" } ?? file }
}

/// A place in source code.
package struct SourceLocation: Sendable, Hashable {
  /// The start of the file's name, which is a literal; null when the place is unknown.
  private let start: UInt

  /// The length of the file's name, and the line.
  private let length: UInt32, lineNumber: UInt32

  /// Creates a location from the compiler's literals.
  package init(file: StaticString, line: UInt) {
    start = file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    length = file.hasPointerRepresentation ? UInt32(truncatingIfNeeded: file.utf8CodeUnitCount) : 0
    lineNumber = UInt32(truncatingIfNeeded: line)
  }

  /// A place that nobody has told.
  package static let unknown = SourceLocation()

  /// Creates the unknown location.
  private init() { (start, length, lineNumber) = (0, 0, 0) }

  /// The file, as the compiler gave it.
  package var file: String {
    guard let pointer = UnsafePointer<UInt8>(bitPattern: start) else { return "unknown place" }
    return String(decoding: UnsafeBufferPointer(start: pointer, count: Int(length)), as: UTF8.self)
  }

  /// The line.
  package var line: UInt { UInt(lineNumber) }
}

extension SourceLocation: CustomStringConvertible {
  /// The file and the line, as compilers print them.
  package var description: String { start == 0 ? file : "\(file):\(line)" }
}

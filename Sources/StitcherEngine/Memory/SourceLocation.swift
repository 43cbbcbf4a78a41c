/// A file and a line in the source code.
///
/// The name of the file is stored in less memory than a `StaticString` takes.
///
/// Invariant: the address is null, or that of `length` bytes of UTF-8, which exist as long as the
/// program.
package struct SourceLocation: Sendable, Hashable {
  /// The address of the first byte of the file's name; zero if the location is unknown.
  private var start: UInt = 0

  /// The number of bytes of the file's name.
  private var length: UInt32 = 0

  private var lineNumber: UInt32 = 0

  /// Creates a location from the compiler's literals.
  package init(file: StaticString, line: UInt) {
    if file.hasPointerRepresentation {
      start = UInt(bitPattern: file.utf8Start)
      length = UInt32(truncatingIfNeeded: file.utf8CodeUnitCount)
    }
    lineNumber = UInt32(truncatingIfNeeded: line)
  }

  private init() {}

  /// The placeholder for an unknown location.
  package static let unknown = SourceLocation()

  /// The name of the source file, as the compiler has provided it; `nil` if it is unknown.
  private var name: String? {
    UnsafePointer<UInt8>(bitPattern: start).map {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
    }
  }

  /// The name of the source file, as the compiler has provided it.
  package var file: String { name ?? "unknown place" }

  /// The number of the line in the source file.
  package var line: UInt { UInt(lineNumber) }
}

extension SourceLocation: CustomStringConvertible {
  /// The file and the line, as compilers print them.
  package var description: String { name.map { "\($0):\(line)" } ?? file }
}

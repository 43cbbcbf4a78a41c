/// A text that the compiler has put into the program, in less room than a `StaticString` takes.
///
/// Invariant: the address is null, or that of as many bytes of UTF-8, which never go.
struct LiteralText: Sendable, Hashable {
  /// The first byte, or null.
  private let start: UInt

  /// The number of bytes.
  private let length: UInt32

  /// Uses a literal; nil is no text.
  init(_ literal: StaticString?) {
    if let literal, literal.hasPointerRepresentation {
      start = UInt(bitPattern: literal.utf8Start)
      length = UInt32(truncatingIfNeeded: literal.utf8CodeUnitCount)
    } else {
      (start, length) = (0, 0)
    }
  }

  /// The text, if there is one.
  var text: String? {
    UnsafePointer<UInt8>(bitPattern: start).map {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
    }
  }
}

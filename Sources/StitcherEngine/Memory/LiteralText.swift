/// The text of a string literal, stored in less memory than a `StaticString`.
///
/// Invariant: the address is null, or that of `length` bytes of UTF-8, which exist as long as the
/// program.
struct LiteralText: Sendable, Hashable {
  /// The address of the first byte of the text; zero if there is no text.
  private let start: UInt

  /// The number of bytes of the text.
  private let length: UInt32

  /// Creates a text from the given string literal, or an empty text from `nil`.
  init(_ literal: StaticString?) {
    if let literal, literal.hasPointerRepresentation {
      start = UInt(bitPattern: literal.utf8Start)
      length = UInt32(truncatingIfNeeded: literal.utf8CodeUnitCount)
    } else {
      (start, length) = (0, 0)
    }
  }

  /// The text as a string; `nil` if there is no text.
  var text: String? {
    UnsafePointer<UInt8>(bitPattern: start).map {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
    }
  }
}

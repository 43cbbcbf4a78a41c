internal import StitcherDescription

/// A JSON value.
enum JSONValue {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case boolean(Bool)
  /// A number, stored as its digits in the text.
  case number(String)
  /// A string.
  case text(String)
  /// A list of values.
  case list([JSONValue])
  /// An object: named values, in the order of the text.
  case object([(name: String, value: JSONValue)])
}

/// A parser of JSON.
///
/// Foundation's coders are not used: they add 7 MB to a statically linked program.
struct JSONParser {
  /// The UTF-8 bytes of the text.
  private let bytes: [UInt8]

  /// The position of the next byte.
  private var position = 0

  /// The largest depth of nested values that the parser accepts, so that no text exhausts the
  /// stack.
  private static let limit = 512

  /// The error for a text that is not valid JSON.
  private let failure = GraphDescription.ReadingError(reason: "It is no JSON.")

  /// Returns the JSON value of a text.
  static func parse(_ text: String) throws -> JSONValue {
    var parser = JSONParser(bytes: Array(text.utf8))
    let value = try parser.value(depth: 0)
    guard parser.next() == nil else { throw parser.failure }
    return value
  }

  /// Creates a parser that starts at the first byte of a text.
  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte of the text; `nil` at the end.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips white space, and returns the byte after it; `nil` at the end.
  private mutating func next() -> UInt8? {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    return byte
  }

  /// Skips white space and a character; returns `false` if another character comes next.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a value.
  private mutating func value(depth: Int) throws -> JSONValue {
    guard depth < Self.limit, let first = next() else { throw failure }
    switch first {
    case UInt8(ascii: "{"): return .object(try fields(depth: depth + 1))
    case UInt8(ascii: "["): return .list(try elements(depth: depth + 1))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  /// Reads the fields of an object.
  private mutating func fields(depth: Int) throws -> [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = []
    position += 1
    if skip("}") { return fields }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw failure }
      let name = try text()
      guard skip(":") else { throw failure }
      fields.append((name, try value(depth: depth)))
    } while skip(",")
    guard skip("}") else { throw failure }
    return fields
  }

  /// Reads the elements of a list.
  private mutating func elements(depth: Int) throws -> [JSONValue] {
    var elements: [JSONValue] = []
    position += 1
    if skip("]") { return elements }
    repeat { elements.append(try value(depth: depth)) } while skip(",")
    guard skip("]") else { throw failure }
    return elements
  }

  /// Parses one of the words `true`, `false` and `null`, and returns its value.
  private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw failure }
    position += word.utf8.count
    return value
  }

  /// Reads a number.
  private mutating func number() throws -> String {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    let isZero = byte == UInt8(ascii: "0")
    guard let count = digits(), !isZero || count == 1 else { throw failure }
    if byte == UInt8(ascii: ".") {
      position += 1
      guard digits() != nil else { throw failure }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      guard digits() != nil else { throw failure }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Skips digits, and returns their number; `nil` if there are none.
  private mutating func digits() -> Int? {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position == start ? nil : position - start
  }

  /// Reads a string with its quotation marks.
  private mutating func text() throws -> String {
    var result: [UInt8] = []
    position += 1
    while let byte, byte != UInt8(ascii: "\"") {
      position += 1
      if byte == UInt8(ascii: "\\") {
        result.append(contentsOf: try escaped().utf8)
      } else if byte < 0x20 {
        throw failure
      } else {
        result.append(byte)
      }
    }
    guard byte != nil else { throw failure }
    position += 1
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads an escape sequence after its backslash.
  private mutating func escaped() throws -> String {
    guard let byte else { throw failure }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var code = try unit()
      // Scalars beyond 16 bits are written as a surrogate pair.
      if (0xD800..<0xDC00).contains(code) {
        guard bytes[position...].starts(with: "\\u".utf8) else { throw failure }
        position += 2
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else { throw failure }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure }
      return String(scalar)
    default: throw failure
    }
  }

  /// Reads four hexadecimal digits.
  private mutating func unit() throws -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure }
    position += 4
    return code
  }
}

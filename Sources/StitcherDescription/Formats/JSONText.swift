/// Functions that write JSON with the line breaks and spaces of Foundation's `JSONEncoder`.
///
/// The encoder itself is not used: Foundation adds 7 MB to a statically linked program.
@usableFromInline
package enum JSONText {
  /// Returns a string as JSON: escaped, and between quotation marks.
  @_alwaysEmitIntoClient
  package static func string(_ value: String) -> String {
    let escaped = GraphDescription.escape(value) { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\u{8}": "\\b"
      case "\u{C}": "\\f"
      case ..<" ": (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns a list as JSON. The elements are JSON already.
  @_alwaysEmitIntoClient
  package static func list(_ elements: [String]) -> String { block("[", elements, "]") }

  /// Returns an object as JSON. The values of the fields are JSON already; a field with the value
  /// `nil` is omitted.
  @_alwaysEmitIntoClient
  package static func object(_ fields: KeyValuePairs<String, String?>) -> String {
    block("{", fields.compactMap { name, value in value.map { "\"\(name)\" : \($0)" } }, "}")
  }

  /// Returns indented elements between brackets.
  @_alwaysEmitIntoClient
  static func block(_ opening: String, _ elements: [String], _ closing: String) -> String {
    // A line break in JSON is never a part of a string.
    var lines: [UInt8] = []
    var isStart = true
    for byte in elements.joined(separator: ",\n").utf8 {
      let isBreak = byte == UInt8(ascii: "\n")
      if isStart, !isBreak { lines += "  ".utf8 }
      lines.append(byte)
      isStart = isBreak
    }
    return "\(opening)\n\(String(decoding: lines, as: UTF8.self))\n\(closing)"
  }
}

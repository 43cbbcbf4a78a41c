/// A JSON value.
///
/// Foundation's coders are not used: they add 7 MB to a statically linked program.
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

  /// Appends the value to a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: The nesting depth for indentation; `nil` to write one line.
  func write(to text: inout String, depth: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .text(let value): Self.quote(value, to: &text)
    case .list(let values):
      Self.write(values, "[", "]", to: &text, depth: depth) { value, text, depth in
        value.write(to: &text, depth: depth)
      }
    case .object(let fields):
      Self.write(fields, "{", "}", to: &text, depth: depth) { field, text, depth in
        Self.quote(field.name, to: &text)
        text += depth == nil ? ":" : " : "
        field.value.write(to: &text, depth: depth)
      }
    }
  }

  /// Appends elements between brackets.
  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to text: inout String,
    depth: Int?, each: (Element, inout String, Int?) -> Void
  ) {
    let line = depth.map { "\n" + String(repeating: "  ", count: $0) }
    text += opening
    if let line { text += elements.isEmpty ? "\n" : line + "  " }
    for (position, element) in elements.enumerated() {
      if position > 0 { text += line.map { ",\($0)  " } ?? "," }
      each(element, &text, depth.map { $0 + 1 })
    }
    if let line { text += line }
    text += closing
  }

  /// Appends a string between quotation marks.
  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

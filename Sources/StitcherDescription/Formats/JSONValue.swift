/// A value of JSON. Foundation's coders would link 7 MB of it into a program that has them linked
/// statically.
enum JSONValue {
  /// No value.
  case null
  /// True or false.
  case boolean(Bool)
  /// A number, as it is written.
  case number(String)
  /// A text.
  case text(String)
  /// Values in order.
  case list([JSONValue])
  /// Values by name, in the order in which they are written.
  case object([(name: String, value: JSONValue)])

  /// Writes the value behind a text.
  ///
  /// - Parameters:
  ///   - text: The text to add to.
  ///   - depth: How deep the value stands, if each is to have a line of its own.
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

  /// Writes elements between brackets.
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

  /// Writes a text between quotation marks.
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

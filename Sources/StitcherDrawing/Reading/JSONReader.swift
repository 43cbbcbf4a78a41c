internal import StitcherDescription

/// A reader of typed values in JSON. An error of the reader contains the path of the wrong value.
struct JSONReader {
  private let value: JSONValue

  /// The path of the value, such as `.edges[0].demand`; empty for the root.
  private let path: String

  /// Creates a reader of a value with a path; a root value has an empty path.
  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  /// Returns an error that names the path of the value.
  private func failure(_ what: String) -> GraphDescription.ReadingError {
    let place = path.isEmpty ? "the text" : "'\(path.first == "." ? path.dropFirst() : path[...])'"
    return .init(reason: "\(place) \(what)")
  }

  /// The error for a value of a wrong type.
  private var mismatch: GraphDescription.ReadingError { failure("is of another type.") }

  /// The error for a value that the schema does not allow.
  private var unknown: GraphDescription.ReadingError { failure("has an unknown value.") }

  /// Returns a reader of an object's field; `nil` if the field is missing.
  private func member(_ name: String) throws -> JSONReader? {
    guard case .object(let fields) = value else { throw mismatch }
    let field = fields.first { $0.name == name }
    return field.map { JSONReader($0.value, path: "\(path).\(name)") }
  }

  /// Returns a reader of an object's field; throws if the field is missing.
  func field(_ name: String) throws -> JSONReader {
    if let field = try member(name) { return field }
    throw JSONReader(.null, path: "\(path).\(name)").failure("is missing.")
  }

  /// Returns a reader of an object's field; `nil` if the field is missing or null.
  func optional(_ name: String) throws -> JSONReader? {
    guard let field = try member(name) else { return nil }
    if case .null = field.value { return nil }
    return field
  }

  /// Returns the value as a string.
  func text() throws -> String {
    guard case .text(let text) = value else { throw mismatch }
    return text
  }

  /// Returns the value as a Boolean.
  func boolean() throws -> Bool {
    guard case .boolean(let value) = value else { throw mismatch }
    return value
  }

  /// Returns the value as an integer.
  func integer() throws -> Int {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Int(digits) ?? Double(digits).flatMap({ Int(exactly: $0) }) else {
      throw unknown
    }
    return number
  }

  /// Returns the value as a floating-point number.
  func number() throws -> Double {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Double(digits), number.isFinite else { throw unknown }
    return number
  }

  /// Returns the value as a case of an enumeration with raw strings.
  func word<Word: RawRepresentable<String>>() throws -> Word {
    guard let word = Word(rawValue: try text()) else { throw unknown }
    return word
  }

  /// Returns the elements of a list.
  func list<Element>(_ read: (JSONReader) throws -> Element) throws -> [Element] {
    guard case .list(let values) = value else { throw mismatch }
    return try values.enumerated().map { position, value in
      try read(JSONReader(value, path: "\(path)[\(position)]"))
    }
  }
}

/// A reader of typed values in JSON. An error of the reader contains the path of the wrong value.
struct JSONReader {
  /// The error for a value that is missing or of the wrong type.
  struct Failure: Error {
    /// A sentence that describes the error.
    let text: String
  }

  let value: JSONValue

  /// The path of the value, such as `.edges[0].demand`; empty for the root.
  private let path: String

  /// Creates a reader of a root value.
  init(_ value: JSONValue) { self.init(value, path: "") }

  private init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  /// Returns an error that names the path of the value.
  private func failure(_ what: String) -> Failure {
    let place = path.isEmpty ? "the text" : "'\(path.first == "." ? path.dropFirst() : path[...])'"
    return Failure(text: "\(place) \(what)")
  }

  /// The error for a value of a wrong type.
  private var mismatch: Failure { failure("is of another type.") }

  /// Returns a reader of an object's field; `nil` if the field is missing or null.
  func optional(_ name: String) throws(Failure) -> JSONReader? {
    guard case .object(let fields) = value else { throw mismatch }
    guard let field = fields.first(where: { $0.name == name }) else { return nil }
    if case .null = field.value { return nil }
    return JSONReader(field.value, path: "\(path).\(name)")
  }

  /// Returns a reader of an object's field; throws if the field is missing.
  func field(_ name: String) throws(Failure) -> JSONReader {
    guard case .object(let fields) = value else { throw mismatch }
    let path = "\(path).\(name)"
    guard let field = fields.first(where: { $0.name == name }) else {
      throw JSONReader(.null, path: path).failure("is missing.")
    }
    return JSONReader(field.value, path: path)
  }

  /// Returns the value as a string.
  func text() throws(Failure) -> String {
    guard case .text(let text) = value else { throw mismatch }
    return text
  }

  /// Returns the value as a Boolean.
  func boolean() throws(Failure) -> Bool {
    guard case .boolean(let value) = value else { throw mismatch }
    return value
  }

  /// Returns the value as an integer.
  func integer() throws(Failure) -> Int {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Int(digits) ?? Double(digits).flatMap({ Int(exactly: $0) }) else {
      throw failure("has an unknown value.")
    }
    return number
  }

  /// Returns the value as a floating-point number.
  func number() throws(Failure) -> Double {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Double(digits), number.isFinite else {
      throw failure("has an unknown value.")
    }
    return number
  }

  /// Returns the value as a case of an enumeration with raw strings.
  func word<Word: RawRepresentable<String>>(_ type: Word.Type) throws(Failure) -> Word {
    guard let word = Word(rawValue: try text()) else {
      throw failure("has an unknown value.")
    }
    return word
  }

  /// Returns the elements of a list.
  func list<Element>(
    _ read: (JSONReader) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    guard case .list(let values) = value else { throw mismatch }
    var elements: [Element] = []
    for (position, value) in values.enumerated() {
      elements.append(try read(JSONReader(value, path: "\(path)[\(position)]")))
    }
    return elements
  }
}

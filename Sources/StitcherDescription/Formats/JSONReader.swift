/// Takes what a description holds from a value of JSON, and says where it is not as it has to be.
struct JSONReader {
  /// What is wrong, in a sentence.
  struct Failure: Error {
    /// The sentence.
    let text: String
  }

  /// The value.
  let value: JSONValue

  /// Where it stands, such as `.edges[0].demand`; empty for the whole text.
  private let path: String

  /// Starts with the value of a whole text.
  init(_ value: JSONValue) { self.init(value, path: "") }

  /// Starts with a value.
  private init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  /// Says that something is wrong here.
  private func failure(_ what: String) -> Failure {
    let place = path.isEmpty ? "the text" : "'\(path.first == "." ? path.dropFirst() : path[...])'"
    return Failure(text: "\(place) \(what)")
  }

  /// Says that the value is of another type.
  private var mismatch: Failure { failure("is of another type.") }

  /// Returns a field of an object; nil if it is not there, or is null.
  func optional(_ name: String) throws(Failure) -> JSONReader? {
    guard case .object(let fields) = value else { throw mismatch }
    guard let field = fields.first(where: { $0.name == name }) else { return nil }
    if case .null = field.value { return nil }
    return JSONReader(field.value, path: "\(path).\(name)")
  }

  /// Returns a field of an object.
  func field(_ name: String) throws(Failure) -> JSONReader {
    guard case .object(let fields) = value else { throw mismatch }
    let path = "\(path).\(name)"
    guard let field = fields.first(where: { $0.name == name }) else {
      throw JSONReader(.null, path: path).failure("is missing.")
    }
    return JSONReader(field.value, path: path)
  }

  /// Returns the text.
  func text() throws(Failure) -> String {
    guard case .text(let text) = value else { throw mismatch }
    return text
  }

  /// Returns the truth value.
  func boolean() throws(Failure) -> Bool {
    guard case .boolean(let value) = value else { throw mismatch }
    return value
  }

  /// Returns the whole number.
  func integer() throws(Failure) -> Int {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Int(digits) ?? Double(digits).flatMap({ Int(exactly: $0) }) else {
      throw failure("has a value that is not known.")
    }
    return number
  }

  /// Returns the number.
  func number() throws(Failure) -> Double {
    guard case .number(let digits) = value else { throw mismatch }
    guard let number = Double(digits), number.isFinite else {
      throw failure("has a value that is not known.")
    }
    return number
  }

  /// Returns one of few texts.
  func word<Word: RawRepresentable<String>>(_ type: Word.Type) throws(Failure) -> Word {
    guard let word = Word(rawValue: try text()) else {
      throw failure("has a value that is not known.")
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

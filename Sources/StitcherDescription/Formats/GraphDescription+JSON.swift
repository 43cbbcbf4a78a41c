extension GraphDescription {
  /// Returns the description as JSON, in the version ``currentVersion`` of the schema.
  ///
  /// ```swift
  /// let text = description.json()
  /// let same = try GraphDescription(json: text)
  /// ```
  ///
  /// Keys are sorted and each value is on its own line. So equal descriptions have equal texts, and
  /// two versions of a program can be compared line by line. May be called on any thread.
  ///
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  public func json() -> String { encoded(depth: 0) }

  /// Returns the description as JSON on one line.
  package func compactJSON() -> String { encoded(depth: nil) }

  /// Returns the description as JSON: indented, or on one line if the depth is `nil`.
  private func encoded(depth: Int?) -> String {
    var text = ""
    fields.write(to: &text, depth: depth)
    return text + "\n"
  }

  /// Creates a description from JSON. Unknown fields are ignored.
  ///
  /// May be called on any thread.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``ReadingError`` if the text is not a description, or has another version of the
  ///   schema.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json: String) throws {
    do {
      let reader = JSONReader(try JSONParser.parse(json))
      // The version is read before all other fields, since another version may have other fields.
      let version = try reader.field("version").integer()
      guard version == Self.currentVersion else { throw ReadingError(reason: .version(version)) }
      self = try GraphDescription(reader)
    } catch let failure as JSONReader.Failure {
      throw ReadingError(reason: .malformed(failure.text))
    } catch is JSONParser.Failure {
      throw ReadingError(reason: .malformed("It is no JSON."))
    }
  }

  /// The error for a text that could not be read as a description.
  public struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason of the error.
    enum Reason: Hashable {
      /// The text does not follow the schema.
      case malformed(String)
      /// The text has another version of the schema.
      case version(Int)
    }

    let reason: Reason

    /// The text's version of the schema, if this version is not supported; otherwise `nil`.
    public var foundVersion: Int? {
      if case .version(let version) = reason { version } else { nil }
    }

    /// The problem and a remedy, as text.
    public var description: String {
      switch reason {
      case .malformed(let what):
        "This is not the description of a graph: \(what) Write one with 'json()', or with"
          + " '--format json'."
      case .version(let version):
        "The description of the graph has version \(version) of the schema, and"
          + " \(GraphDescription.currentVersion) can be read here. Write it again with the same release"
          + " of Stitcher."
      }
    }
  }
}

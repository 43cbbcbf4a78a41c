extension GraphDescription {
  /// Returns the description as JSON, in the schema of ``currentVersion``.
  ///
  /// ```swift
  /// let text = description.json()
  /// let same = try GraphDescription(json: text)
  /// ```
  ///
  /// Keys are sorted and every value has a line of its own, so that equal descriptions are equal
  /// texts, and those of two versions of a program can be compared line by line. May be called on
  /// any thread.
  ///
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  public func json() -> String { encoded(depth: 0) }

  /// Returns the description as JSON in one line.
  package func compactJSON() -> String { encoded(depth: nil) }

  /// Returns the description as JSON, on one line if there is no depth.
  private func encoded(depth: Int?) -> String {
    var text = ""
    fields.write(to: &text, depth: depth)
    return text + "\n"
  }

  /// Reads a description from JSON. Fields that this version does not know are skipped.
  ///
  /// May be called on any thread.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``ReadingError`` if the text is none, or has another version of the schema.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json: String) throws {
    do {
      let reader = JSONReader(try JSONParser.parse(json))
      // Whatever the version, this is read first.
      let version = try reader.field("version").integer()
      guard version == Self.currentVersion else { throw ReadingError(reason: .version(version)) }
      self = try GraphDescription(reader)
    } catch let failure as JSONReader.Failure {
      throw ReadingError(reason: .malformed(failure.text))
    } catch is JSONParser.Failure {
      throw ReadingError(reason: .malformed("It is no JSON."))
    }
  }

  /// Why a description could not be read.
  public struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reasons.
    enum Reason: Hashable {
      /// It is not in the schema.
      case malformed(String)
      /// The schema has another version.
      case version(Int)
    }

    /// The reason.
    let reason: Reason

    /// The version of the schema that was found, if that is why.
    public var foundVersion: Int? {
      if case .version(let version) = reason { version } else { nil }
    }

    /// What is wrong, and what to do.
    public var description: String {
      switch reason {
      case .malformed(let what):
        "This is not the description of a graph: \(what) Write one with 'json()', or with"
          + " '--format json'."
      case .version(let version):
        "The description of the graph has version \(version) of the schema, and"
          + " \(GraphDescription.currentVersion) is read here. Write it anew with the same release"
          + " of Stitcher."
      }
    }
  }
}

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
  public func json() -> String { encoded([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

  /// Returns the description as JSON in one line.
  func compactJSON() -> String { encoded([.sortedKeys, .withoutEscapingSlashes]) }

  /// Returns the description as JSON.
  private func encoded(_ format: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    var finite = self
    // JSON has no word for them.
    for position in finite.nodes.indices
    where finite.nodes[position].creationSeconds?.isFinite == false {
      finite.nodes[position].creationSeconds = nil
    }
    guard let data = try? encoder.encode(finite) else {
      preconditionFailure("Texts, whole and finite numbers can always be written.")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Reads a description from JSON. Fields that this version does not know are skipped.
  ///
  /// May be called on any thread.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``ReadingError`` if the text is none, or has another version of the schema.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json: String) throws {
    let data = Data(json.utf8)
    let decoder = JSONDecoder()
    let header: Header
    do { header = try decoder.decode(Header.self, from: data) } catch {
      throw ReadingError(reason: .malformed(Self.describe(error)))
    }
    guard header.version == Self.currentVersion else {
      throw ReadingError(reason: .version(header.version))
    }
    do { self = try decoder.decode(GraphDescription.self, from: data) } catch {
      throw ReadingError(reason: .malformed(Self.describe(error)))
    }
  }

  /// What is read first, whatever the version.
  private struct Header: Decodable {
    /// The version of the schema.
    let version: Int
  }

  /// Says in words what is wrong with JSON.
  private static func describe(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
      return names.isEmpty ? "the text" : "'" + names.joined().trimmingPrefix { $0 == "." } + "'"
    }
    guard let error = error as? DecodingError else { return "\(error)." }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is of another type."
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\(place(context.codingPath)) has a value that is not known."
    case .dataCorrupted: return "It is no JSON."
    @unknown default: return "\(error)."
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

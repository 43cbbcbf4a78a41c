/// What is looked for.
public struct SearchQuery: Hashable, Sendable {
  /// The words, in lower case, without the `#` of a tag.
  public let words: [String]

  /// At most this many notes are wanted.
  public let limit: Int

  /// Reads a query from text.
  public init(_ text: String, limit: Int = 10) {
    words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    self.limit = limit
  }
}

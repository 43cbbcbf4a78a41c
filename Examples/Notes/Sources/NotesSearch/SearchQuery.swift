/// The words and the limit of a search.
public struct SearchQuery: Hashable, Sendable {
  /// The words, in lower case, without the `#` of a tag.
  public let words: [String]

  /// The maximal number of results.
  public let limit: Int

  /// Parses a query from text.
  public init(_ text: String, limit: Int = 10) {
    words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    self.limit = limit
  }
}

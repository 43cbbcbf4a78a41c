/// One way to find notes. Whoever registers one takes part in every search.
public protocol Searchable: Sendable {
  /// What the way is called, such as `tags`.
  var name: String { get }

  /// Returns the notes it finds.
  func matches(for query: SearchQuery) throws -> [SearchMatch]
}

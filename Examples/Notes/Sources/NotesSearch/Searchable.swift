/// A search for notes. Each registered search takes part in every query.
public protocol Searchable: Sendable {
  /// The name of the search, such as `tags`.
  var name: String { get }

  /// Returns the notes that match a query.
  func matches(for query: SearchQuery) throws -> [SearchMatch]
}

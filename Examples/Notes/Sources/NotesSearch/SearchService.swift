internal import NotesDomain
internal import Stitcher

/// Searches notes with all registered searches.
///
/// The service depends on no single search: it injects an array of all `Searchable` types, to which
/// each module contributes. Without a signed-in account, the array is empty.
public struct SearchService {
  /// All searches, injected at the first use.
  @Injected private var searchables: [any Searchable]

  /// Creates the service.
  public init() {}

  /// The names of all searches, in the order of registration.
  public var names: [String] { searchables.map(\.name) }

  /// Returns the matching notes, the best first. A note that several searches find scores higher.
  public func results(for query: SearchQuery) throws -> [SearchResult] {
    var ranking = SearchRanking()
    for searchable in searchables {
      ranking.add(try searchable.matches(for: query), foundBy: searchable.name)
    }
    return ranking.results(limit: query.limit)
  }
}

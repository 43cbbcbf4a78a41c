internal import NotesDomain
internal import Stitcher

/// Finds notes in all ways that the graph has at the moment.
///
/// It knows none of them: it asks for an array of all `Searchable`, and each module contributes
/// what it likes. Nobody signed in means an empty array, not an error.
public struct SearchService {
  /// All ways to search, loaded when they are first needed.
  @Injected private var searchables: [any Searchable]

  /// Creates the service.
  public init() {}

  /// The names of all ways to search, in order of registration.
  public var names: [String] { searchables.map(\.name) }

  /// Returns the notes that match, the best first; a note found in several ways comes earlier.
  public func results(for query: SearchQuery) throws -> [SearchResult] {
    var ranking = SearchRanking()
    for searchable in searchables {
      ranking.add(try searchable.matches(for: query), foundBy: searchable.name)
    }
    return ranking.results(limit: query.limit)
  }
}

public import NotesStorage
public import StitcherMacros

/// Finds notes with all words in the title or text.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct TextSearch: Searchable {
  /// The name of the search.
  public let name = "text"

  /// The store of the notes.
  private let store: any NoteStore

  /// Returns the notes with all words, and the matching part of the text.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    let matches = try store.matches(words: query.words, limit: query.limit * 2)
    guard let best = matches.first?.relevance, best > 0 else { return [] }
    return matches.map {
      SearchMatch(note: $0.note, score: max(0, $0.relevance / best), excerpt: $0.excerpt)
    }
  }
}

public import NotesStorage
public import StitcherMacros

/// Finds notes whose title or text contains all words.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct TextSearch: Searchable {
  /// What the way is called.
  public let name = "text"

  /// Where the notes are.
  private let store: any NoteStore

  /// Returns the notes that contain all words, with the place in the text.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    let matches = try store.matches(words: query.words, limit: query.limit * 2)
    guard let best = matches.first?.relevance, best > 0 else { return [] }
    return matches.map {
      SearchMatch(note: $0.note, score: max(0, $0.relevance / best), excerpt: $0.excerpt)
    }
  }
}

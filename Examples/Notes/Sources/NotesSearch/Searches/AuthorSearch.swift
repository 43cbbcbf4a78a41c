internal import NotesDomain
public import NotesStorage
public import StitcherMacros

/// Searches notes by their author.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct AuthorSearch: Searchable {
  /// The name of the search.
  public let name = "author"

  /// The store of the notes.
  private let store: any NoteStore

  /// Returns the notes with one of the words as the author.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    try Set(query.words).flatMap { word in
      try store.notes(NoteFilter(author: word)).map { SearchMatch(note: $0, score: 0.5) }
    }
  }
}

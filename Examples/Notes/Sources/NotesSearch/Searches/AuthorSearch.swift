internal import NotesDomain
public import NotesStorage
public import StitcherMacros

/// Finds notes by who wrote them.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct AuthorSearch: Searchable {
  /// What the way is called.
  public let name = "author"

  /// Where the notes are.
  private let store: any NoteStore

  /// Returns the notes whose author is one of the words.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    try Set(query.words).flatMap { word in
      try store.notes(NoteFilter(author: word)).map { SearchMatch(note: $0, score: 0.5) }
    }
  }
}

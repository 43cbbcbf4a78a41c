internal import NotesDomain
public import NotesStorage
public import StitcherMacros

/// Searches notes by their tags.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct TagSearch: Searchable {
  /// The name of the search.
  public let name = "tags"

  /// The store of the notes.
  private let store: any NoteStore

  /// Returns the notes with at least one of the words as a tag. More matching tags score higher.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    var hits: [NoteID: (note: Note, count: Int)] = [:]
    for word in Set(query.words) {
      for note in try store.notes(NoteFilter(tag: word)) {
        hits[note.id, default: (note, 0)].count += 1
      }
    }
    return hits.values.map {
      SearchMatch(note: $0.note, score: Double($0.count) / Double(query.words.count))
    }
  }
}

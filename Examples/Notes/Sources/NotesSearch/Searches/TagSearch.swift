internal import NotesDomain
public import NotesStorage
public import StitcherMacros

/// Finds notes that have the words as tags.
@Registerable(as: .conformances)
@InjectedInitializer(access: .public)
public struct TagSearch: Searchable {
  /// What the way is called.
  public let name = "tags"

  /// Where the notes are.
  private let store: any NoteStore

  /// Returns the notes with at least one of the words as a tag; more of them score higher.
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

public import NotesDomain
public import NotesStorage

/// Lifts notes that changed lately and contain at least one of the words.
public struct RecentSearch: Searchable {
  /// What the way is called.
  public let name = "recent"

  /// How many days count as lately.
  public static let days = 30

  /// Where the notes are.
  private let store: any NoteStore

  /// Tells what lately means.
  private let clock: any WallClock

  /// Creates the search.
  public init(store: any NoteStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// Returns notes of the last days, from 0.3 for the newest down to 0 for the oldest.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    let now = clock.now()
    let span = RecentSearch.days * 24 * 60 * 60
    let recent = try store.notes(NoteFilter(modifiedSince: now.advanced(bySeconds: -span)))
    return recent.compactMap { note in
      let text = "\(note.title) \(note.body)".lowercased()
      guard query.words.contains(where: text.contains) else { return nil }
      let age = Double(now.milliseconds - note.modified.milliseconds) / 1000
      return SearchMatch(note: note, score: 0.3 * max(0, 1 - age / Double(span)))
    }
  }
}

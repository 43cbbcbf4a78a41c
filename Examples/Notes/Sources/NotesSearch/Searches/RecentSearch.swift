public import NotesDomain
public import NotesStorage

/// Finds recently changed notes with at least one of the words.
public struct RecentSearch: Searchable {
  /// The name of the search.
  public let name = "recent"

  /// The number of days that count as recent.
  public static let days = 30

  /// The store of the notes.
  private let store: any NoteStore

  /// The clock for the current day.
  private let clock: any WallClock

  /// Creates the search.
  public init(store: any NoteStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// Returns notes of the recent days, with scores from 0.3 for the newest to 0 for the oldest.
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

import NotesDomain
import NotesSearch
import NotesStorage
import Testing

/// Tests of each search, and of the ranking.
@Suite("Searches")
struct SearchTests {
  /// A store with a few notes, in memory.
  private let store: SQLiteNoteStore

  /// Writes the notes.
  init() throws {
    let database = try Database(
      at: .memory(label: "test"), schema: .notes, events: EventChannel())
    store = SQLiteNoteStore(database: database)
    try store.save([
      .sample("Plum cake", body: "On a tray.", author: "Ana", tags: ["baking", "autumn"], day: 0),
      .sample("Bread", body: "With plums, why not.", author: "Ben", tags: ["baking"], day: 20),
      .sample("Night train", body: "To Verona.", author: "Ana", tags: ["italy"], day: 40),
    ])
  }

  @Test("Text finds words in title and text, the best scores 1")
  func text() throws {
    let matches = try TextSearch(store: store).matches(for: SearchQuery("plum"))
    #expect(matches.map(\.note.title) == ["Plum cake", "Bread"])
    #expect(matches[0].score == 1)
    #expect(matches[1].score < 1)
    #expect(matches[1].excerpt == "With plums, why not.")
  }

  @Test("Tags find any of the words, more of them score higher")
  func tags() throws {
    let matches = try TagSearch(store: store).matches(for: SearchQuery("#baking #autumn"))
    let scores = Dictionary(uniqueKeysWithValues: matches.map { ($0.note.title, $0.score) })
    #expect(scores == ["Plum cake": 1, "Bread": 0.5])
  }

  @Test("Authors are found in any case")
  func author() throws {
    let matches = try AuthorSearch(store: store).matches(for: SearchQuery("BEN"))
    #expect(matches.map(\.note.title) == ["Bread"])
  }

  @Test("Lately is what the clock says")
  func recent() throws {
    let clock = SteppedClock(at: .day(21))
    let search = RecentSearch(store: store, clock: clock)
    #expect(try titles(search, "plum") == ["Bread", "Plum cake"])
    clock.advance(bySeconds: 20 * 24 * 60 * 60)
    #expect(try titles(search, "plum") == ["Bread"])
    clock.advance(bySeconds: 20 * 24 * 60 * 60)
    #expect(try titles(search, "plum").isEmpty)
  }

  @Test("Typing errors are forgiven, other words are not")
  func fuzzy() throws {
    let search = FuzzySearch(store: store)
    #expect(try titles(search, "plumm caek") == ["Plum cake"])
    #expect(try titles(search, "nigth") == ["Night train"])
    #expect(try titles(search, "boat").isEmpty)
    #expect(try titles(search, "").isEmpty)
  }

  @Test("What several ways have found comes first")
  func ranking() throws {
    let notes = try store.notes(NoteFilter())
    var ranking = SearchRanking()
    ranking.add(
      [SearchMatch(note: notes[0], score: 0.9), SearchMatch(note: notes[1], score: 0.6)],
      foundBy: "text")
    ranking.add([SearchMatch(note: notes[1], score: 0.5, excerpt: "…")], foundBy: "tags")
    let results = ranking.results(limit: 5)
    #expect(results.map(\.note) == [notes[1], notes[0]])
    #expect(results[0].foundBy == ["text", "tags"])
    #expect(results[0].excerpt == "…")
    #expect(ranking.results(limit: 1).count == 1)
  }

  @Test("A query is words in lower case")
  func query() {
    #expect(SearchQuery("Bread, #Oven!  x-ray").words == ["bread", "oven", "x-ray"])
    #expect(SearchQuery(" ").words.isEmpty)
  }

  /// Returns the titles that a search finds, the best first.
  private func titles(_ search: some Searchable, _ words: String) throws -> [String] {
    try search.matches(for: SearchQuery(words)).sorted { $0.score > $1.score }.map(\.note.title)
  }
}

extension Timestamp {
  /// Returns the start of a day of 1970, from 0.
  fileprivate static func day(_ number: Int) -> Timestamp {
    Timestamp(milliseconds: Int64(number) * 24 * 60 * 60 * 1000)
  }
}

extension Note {
  /// Returns a note written on a day of 1970.
  fileprivate static func sample(
    _ title: String, body: String, author: String, tags: [String], day: Int
  ) -> Note {
    Note(title: title, body: body, author: author, tags: tags, created: .day(day))
  }
}

import NotesDomain
import NotesStorage
import Testing

/// Tests of the SQLite note store.
@Suite("Stores of notes")
struct NoteStoreTests {
  @Test("A note is read as it was written, and a new version takes its place")
  func versions() throws {
    let store = try SQLiteNoteStore.inMemory()
    var note = Note.sample("Größe: 5 \"Äpfel\"", body: "a\n'b'\u{1F34E}", tags: ["x", "y"])
    try store.save([note])
    #expect(try store.notes(NoteFilter()) == [note])
    note.title = "Renamed"
    note.modified = note.modified.advanced(bySeconds: 1)
    try store.save([note])
    #expect(try store.notes(NoteFilter()) == [note])
    #expect(try store.count() == 1)
  }

  @Test("A filter restricts by tag, author, time and number, the latest first")
  func filters() throws {
    let store = try SQLiteNoteStore.inMemory()
    try store.save([
      .sample("one", author: "Ana", tags: ["a"], minute: 1),
      .sample("two", author: "Ben", tags: ["a", "b"], minute: 2),
      .sample("three", author: "Ana", tags: ["b"], minute: 3),
    ])
    func titles(_ filter: NoteFilter) throws -> [String] { try store.notes(filter).map(\.title) }
    #expect(try titles(NoteFilter()) == ["three", "two", "one"])
    #expect(try titles(NoteFilter(tag: "A")) == ["two", "one"])
    #expect(try titles(NoteFilter(author: "ANA")) == ["three", "one"])
    #expect(try titles(NoteFilter(tag: "a", author: "ana")) == ["one"])
    #expect(
      try titles(NoteFilter(modifiedSince: Timestamp(milliseconds: 120_000))) == ["three", "two"])
    #expect(try titles(NoteFilter(limit: 1)) == ["three"])
  }

  @Test("A removed note is found no more, and its tombstone stays")
  func removal() throws {
    let store = try SQLiteNoteStore.inMemory()
    let note = Note.sample("Gone", body: "plum", tags: ["a"])
    try store.save([note])
    let time = note.created.advanced(bySeconds: 60)
    #expect(try store.remove(note.id, at: time) == note)
    #expect(try store.remove(note.id, at: time) == nil)
    #expect(try store.count() == 0)
    #expect(try store.notes(NoteFilter()).isEmpty)
    #expect(try store.notes(idPrefix: note.id.short).isEmpty)
    #expect(try store.matches(words: ["plum"], limit: 5).isEmpty)
    #expect(try store.tagCounts().isEmpty)
    #expect(try store.versions() == [note.tombstone(at: time)])
  }

  @Test("A note is found by the start of its identifier, in any case")
  func prefix() throws {
    let store = try SQLiteNoteStore.inMemory()
    let note = Note.sample("A")
    try store.save([note, .sample("B")])
    #expect(try store.notes(idPrefix: note.id.short.uppercased()) == [note])
    #expect(try store.notes(idPrefix: "%").isEmpty)
    #expect(try store.notes(idPrefix: "").count == 2)
  }

  @Test("Tags are counted, the most used first")
  func tagCounts() throws {
    let store = try SQLiteNoteStore.inMemory()
    try store.save([
      .sample("1", tags: ["b", "a"]), .sample("2", tags: ["b"]), .sample("3", tags: ["c"]),
    ])
    #expect(try store.tagCounts().map(\.tag) == ["b", "a", "c"])
    #expect(try store.tagCounts().map(\.count) == [2, 1, 1])
  }

  @Test("A full-text search wants all words, and a word in the title counts more")
  func fullText() throws {
    let store = try SQLiteNoteStore.inMemory()
    try store.save([
      .sample("Cake", body: "With plums from the garden, baked on a tray."),
      .sample("Plum cake", body: "Halve them."),
      .sample("Garden", body: "Nothing but slugs."),
    ])
    func titles(_ words: String...) throws -> [String] {
      try store.matches(words: words, limit: 5).map(\.note.title)
    }
    #expect(try titles("plum") == ["Plum cake", "Cake"])
    #expect(try titles("plum", "garden") == ["Cake"])
    #expect(try titles("plum", "slugs").isEmpty)
    #expect(try titles("\"") == [])
    #expect(try titles().isEmpty)
  }

  @Test("The index follows changes of a note")
  func fullTextAfterChange() throws {
    let store = try SQLiteNoteStore.inMemory()
    var note = Note.sample("Cake", body: "plums")
    try store.save([note])
    note.body = "apricots"
    try store.save([note])
    #expect(try store.matches(words: ["plums"], limit: 5).isEmpty)
    #expect(try store.matches(words: ["apricots"], limit: 5).map(\.note) == [note])
  }

  @Test("Without an index the same notes are found")
  func scan() throws {
    let store = try SQLiteNoteStore.inMemory()
    try store.save([
      .sample("Cake", body: "With plums from the garden."), .sample("Plum cake"), .sample("Slugs"),
    ])
    #expect(
      try store.scannedMatches(words: ["plum"], limit: 5).map(\.note.title)
        == ["Plum cake", "Cake"])
  }

  @Test("Threads may use one store at the same time")
  func threads() async throws {
    let store = try SQLiteNoteStore.inMemory()
    try await withThrowingTaskGroup { group in
      for index in 0..<20 {
        group.addTask { try store.save([.sample("Note \(index)", tags: ["t"])]) }
        group.addTask { _ = try store.notes(NoteFilter(tag: "t")) }
      }
      try await group.waitForAll()
    }
    #expect(try store.count() == 20)
  }
}

import Foundation
import NotesDomain
import NotesStorage
import Synchronization
import Testing

/// Tests of opening and closing databases, and of invalid files.
@Suite("Databases")
struct DatabaseTests {
  @Test("Notes are still there when a file is opened again")
  func reopen() throws {
    let folder = try ScratchFolder()
    let note = Note.sample("Kept", body: "Text", tags: ["a", "b"])
    try withStore(at: folder.location("deep/down/notes.sqlite")) { try $0.save([note]) }
    let notes = try withStore(at: folder.location("deep/down/notes.sqlite")) { store in
      try store.notes(NoteFilter())
    }
    #expect(notes == [note])
  }

  @Test("A database is closed when its last owner lets go of it, and tells so")
  func closing() throws {
    let heard = Mutex<[Event]>([])
    let events = EventChannel()
    events.listen { event in heard.withLock { $0.append(event) } }
    var database: Database? = try Database(
      at: .memory(label: "short"), schema: .notes, events: events)
    var store = database.map(SQLiteNoteStore.init)
    database = nil
    #expect(heard.withLock { $0 } == [.databaseOpened("memory/short")])
    #expect(try store?.count() == 0)
    store = nil
    #expect(
      heard.withLock { $0 } == [.databaseOpened("memory/short"), .databaseClosed("memory/short")])
  }

  @Test("A file that is no database is refused, and stays as it was")
  func foreignText() throws {
    let folder = try ScratchFolder()
    let text = String(repeating: "This is no database. ", count: 100)
    try text.write(toFile: folder.path("diary.txt"), atomically: true, encoding: .utf8)
    let error = #expect(throws: StorageError.self) {
      try withStore(at: folder.location("diary.txt")) { _ in }
    }
    guard case .foreignFile = error else { throw try #require(error) }
    #expect(try String(contentsOfFile: folder.path("diary.txt"), encoding: .utf8) == text)
  }

  @Test("The database of another application is refused")
  func foreignDatabase() throws {
    let folder = try ScratchFolder()
    let other = Schema(
      applicationID: 7, migrations: [.init("songs", sql: "CREATE TABLE songs (name TEXT)")])
    try withDatabase(at: folder.location("songs.sqlite"), schema: other) { _ in }
    let error = #expect(throws: StorageError.self) {
      try withStore(at: folder.location("songs.sqlite")) { _ in }
    }
    guard case .foreignFile = error else { throw try #require(error) }
  }

  @Test("A file of a later version is refused")
  func laterVersion() throws {
    let folder = try ScratchFolder()
    let location = folder.location("notes.sqlite")
    try withDatabase(at: location, schema: .notes) { database in
      try database.perform { (connection) throws(StorageError) in
        try connection.execute("PRAGMA user_version = 99")
      }
    }
    let error = #expect(throws: StorageError.self) { try withStore(at: location) { _ in } }
    guard case .tooNew(_, version: 99, supported: 3) = error else { throw try #require(error) }
  }

  @Test("An older file takes the missing steps, and loses nothing")
  func migration() throws {
    let folder = try ScratchFolder()
    let location = folder.location("pairs.sqlite")
    let first = Schema.Migration(
      "pairs", sql: "CREATE TABLE pairs (a TEXT); INSERT INTO pairs VALUES ('old');")
    let second = Schema.Migration("sides", sql: "ALTER TABLE pairs ADD COLUMN b TEXT DEFAULT 'new'")
    try withDatabase(at: location, schema: Schema(applicationID: 9, migrations: [first])) { _ in }
    let both = Schema(applicationID: 9, migrations: [first, second])
    for _ in 1...2 {
      try withDatabase(at: location, schema: both) { database in
        let rows = try database.perform { (connection) throws(StorageError) in
          try connection.rows("SELECT a, b FROM pairs") { "\($0.text(0)) \($0.text(1))" }
        }
        #expect(rows == ["old new"])
      }
    }
  }

  @Test("A statement that fails is named, and nothing of its transaction stays")
  func rollback() throws {
    try withDatabase(at: .memory(label: "test"), schema: .notes) { database in
      let error = #expect(throws: StorageError.self) {
        try database.change { (connection) throws(StorageError) in
          try connection.run("INSERT INTO properties VALUES (?, ?)", .text("color"), .text("red"))
          try connection.run("INSERT INTO nowhere VALUES (?)", .count(1))
        }
      }
      #expect(error?.description.contains("no such table: nowhere") == true)
      let count = try database.perform { (connection) throws(StorageError) in
        try connection.number("SELECT count(*) FROM properties WHERE name = ?", .text("color"))
      }
      #expect(count == 0)
    }
  }

  @Test("A folder that cannot be made is an error")
  func noFolder() throws {
    let folder = try ScratchFolder()
    try "x".write(toFile: folder.path("file"), atomically: true, encoding: .utf8)
    let error = #expect(throws: StorageError.self) {
      try withStore(at: folder.location("file/below/notes.sqlite")) { _ in }
    }
    guard case .cannotOpen = error else { throw try #require(error) }
  }

  /// Opens a database of notes and closes it after the closure.
  private func withStore<Result>(
    at location: DatabaseLocation, _ body: (SQLiteNoteStore) throws -> Result
  ) throws -> Result {
    try withDatabase(at: location, schema: .notes) { try body(SQLiteNoteStore(database: $0)) }
  }

  /// Opens a database and closes it after the closure.
  private func withDatabase<Result>(
    at location: DatabaseLocation, schema: Schema, _ body: (Database) throws -> Result
  ) throws -> Result {
    try body(try Database(at: location, schema: schema, events: EventChannel()))
  }
}

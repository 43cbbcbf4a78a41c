import NotesDomain
import NotesStorage
import NotesSync
import Testing

/// Tests of synchronizing two databases.
@Suite("Sync")
struct SynchronizerTests {
  /// The copy that starts the synchronization.
  private let here: SQLiteNoteStore

  /// The other copy.
  private let there: SQLiteNoteStore

  /// Creates two empty copies in memory.
  init() throws {
    here = try SQLiteNoteStore(
      database: Database(at: .memory(label: "here"), schema: .notes, events: EventChannel()))
    there = try SQLiteNoteStore(
      database: Database(at: .memory(label: "there"), schema: .notes, events: EventChannel()))
  }

  @Test("Both hold the same notes afterwards, and a second time changes nothing")
  func convergence() throws {
    try here.save([.sample("a"), .sample("b")])
    try there.save([.sample("c")])
    let first = try sync()
    #expect((first.pushed, first.pulled) == (2, 1))
    try expectSame(count: 3)
    let second = try sync()
    #expect((second.pushed, second.pulled, second.unchanged) == (0, 0, 3))
  }

  @Test("Only changes since the last time count as conflicts, from either side")
  func conflicts() throws {
    let note = Note.sample()
    try here.save([note])
    _ = try sync()
    try there.save([note.changed(at: 5)])
    #expect(try sync(from: there, to: here).conflicts.isEmpty)
    try here.save([note.changed(at: 6, body: "here")])
    try there.save([note.changed(at: 7, body: "there")])
    let report = try sync()
    #expect(report.conflicts.map(\.winner.body) == ["there"])
    try expectSame(count: 1)
    #expect(try sync().conflicts.isEmpty)
  }

  @Test("A removed note does not come back, unless it was changed later")
  func tombstones() throws {
    let gone = Note.sample("gone")
    let kept = Note.sample("kept")
    try here.save([gone, kept])
    _ = try sync()
    for note in [gone, kept] { _ = try here.remove(note.id, at: Timestamp(milliseconds: 5)) }
    try there.save([kept.changed(at: 9)])
    let report = try sync()
    #expect(report.removed == 1)
    #expect(report.conflicts.map(\.winner.title) == ["kept"])
    #expect(try here.notes(NoteFilter()).map(\.title) == ["kept"])
    try expectSame(count: 1)
  }

  @Test("Three databases agree once each has met the others")
  func three() throws {
    let third = try SQLiteNoteStore(
      database: Database(at: .memory(label: "third"), schema: .notes, events: EventChannel()))
    let note = Note.sample()
    try here.save([note])
    _ = try sync()
    _ = try sync(from: there, to: third)
    try third.save([note.changed(at: 8)])
    _ = try sync(from: third, to: here)
    #expect(try sync().conflicts.isEmpty)
    try expectSame(count: 1)
    #expect(try there.notes(NoteFilter()).map(\.body) == ["changed"])
  }

  /// Syncs two copies.
  private func sync() throws -> SyncReport { try sync(from: here, to: there) }

  /// Synchronizes two copies, beginning with the first.
  private func sync(from local: SQLiteNoteStore, to remote: SQLiteNoteStore) throws -> SyncReport {
    try Synchronizer(local: local, remote: remote, events: EventChannel()).synchronize()
  }

  /// Expects that both copies contain the same versions, and a number of notes.
  private func expectSame(count: Int) throws {
    #expect(try Set(here.versions()) == Set(there.versions()))
    #expect(try here.count() == count)
  }
}

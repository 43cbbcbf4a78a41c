internal import Foundation
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import NotesSync
internal import Stitcher

extension Tour {
  /// Synchronizes with a second database, before and after changes in both.
  mutating func sync() throws {
    narrator.chapter("Syncing with a second database")
    let place = DatabaseLocation.file(
      path: folder.appending(path: "laptop.sqlite").path(percentEncoded: false))
    let synchronizer: Synchronizer = try DependencyGraph.inject(parameters: place)
    narrator.say(
      "Where the other database is, is a parameter of the dependency that syncs:",
      "DependencyGraph.inject(parameters: place).")
    try report("The first time, everything is new to it:", of: synchronizer)

    let here: any NoteStore = try DependencyGraph.inject()
    let database: Database = try DependencyGraph.inject(parameters: place, Schema.notes)
    let there = SQLiteNoteStore(database: database)
    try changeBoth(here, there)
    try report(
      "Then both change: edits on either side, a removal here, a new note there:",
      of: synchronizer)
    try report("Once more, and there is nothing left to do:", of: synchronizer)

    let replica: any Replica = try DependencyGraph.inject()
    let isSame = try Set(replica.versions()) == Set(there.versions())
    narrator.pause()
    narrator.fact("notes here and there", "\(try here.count()) and \(try there.count())")
    narrator.fact("identical", isSame ? "yes" : "no")
  }

  /// Changes one note in the first database, two in the second and one in both, and removes one.
  private func changeBoth(_ here: any NoteStore, _ there: any NoteStore) throws {
    let notes = try here.notes(NoteFilter(tag: "sync"))
    let gone = try here.notes(NoteFilter(tag: "printer"))
    clock.advance(bySeconds: 3600)
    try here.save(notes.map { edited($0, "Read again on the way to work.") })
    for note in gone { _ = try here.remove(note.id, at: clock.now()) }
    clock.advance(bySeconds: 3600)
    try there.save(notes.prefix(1).map { edited($0, "Read again on the sofa, an hour later.") })
    let time: any WallClock = try DependencyGraph.inject(byName: DomainName.clock)
    try there.save([
      Note(
        title: "Written on the laptop", body: "In the garden, without a network.", author: "Ana",
        tags: ["travel"], created: time.now())
    ])
  }

  /// Returns a note with another line, changed now.
  private func edited(_ note: Note, _ line: String) -> Note {
    var note = note
    note.body += "\n\n\(line)"
    note.modified = clock.now()
    return note
  }

  /// Synchronizes, and prints the report.
  private func report(_ sentence: String, of synchronizer: Synchronizer) throws {
    let (report, duration) = try measure { try synchronizer.synchronize() }
    narrator.pause()
    narrator.say("\(sentence) \(narrator.style.dim(duration.brief))")
    narrator.lines(SyncTable(report, style: narrator.style).lines)
  }
}

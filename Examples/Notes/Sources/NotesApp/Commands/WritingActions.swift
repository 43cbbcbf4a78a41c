internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// Writes a note.
struct AddAction: Action {
  /// What the note says.
  let note: Command.NewNote

  /// Returns what comes through standard input.
  let readInput: @Sendable () -> String

  /// Where the outcome goes.
  let console: any Console

  /// The author.
  @Injected var account: Account

  /// Where the note goes.
  @Injected var store: any NoteStore

  /// Tells when it was written.
  @Injected(name: DomainName.clock) var clock: any WallClock

  /// Writes the note.
  func run() async throws {
    guard note.title.contains(where: { !$0.isWhitespace }) else { throw InputError.emptyTitle }
    let note = Note(
      title: note.title, body: note.body == "-" ? readInput() : note.body,
      author: account.name, tags: note.tags, created: clock.now())
    try store.save([note])
    console.write(
      "\(console.style.good("Added")) \(console.style.dim(note.id.short)) \(note.title)")
  }
}

/// Writes the notes of a file.
struct ImportAction: Action {
  /// The path of the file.
  let path: String

  /// Where the outcome goes.
  let console: any Console

  /// Where the notes go.
  @Injected var store: any NoteStore

  /// Writes all notes of the file, or none if one of them is not understood.
  func run() async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw InputError.missingFile(path: path)
    }
    guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
      throw InputError.unreadableFile(path: path)
    }
    do {
      let notes = try NoteFile.parse(text)
      try store.save(notes)
      console.write("\(console.style.good("Imported")) \(notes.count) notes.")
    } catch let error as NoteFileError {
      throw InputError.malformedFile(path: path, error)
    }
  }
}

/// Removes a note.
struct RemoveAction: Action {
  /// The start of its identifier.
  let id: String

  /// Where the outcome goes.
  let console: any Console

  /// Where the note is.
  @Injected var store: any NoteStore

  /// Tells when it was removed.
  @Injected(name: DomainName.clock) var clock: any WallClock

  /// Removes the note, if exactly one is meant.
  func run() async throws {
    let found = try store.notes(idPrefix: id)
    guard let note = found.first else { throw InputError.unknownNote(id) }
    guard found.count == 1 else { throw InputError.ambiguousNote(id, count: found.count) }
    _ = try store.remove(note.id, at: clock.now())
    console.write(
      "\(console.style.good("Removed")) \(console.style.dim(note.id.short)) \(note.title)")
  }
}

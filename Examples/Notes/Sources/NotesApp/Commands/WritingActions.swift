internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// Adds a note.
struct AddAction: Action {
  /// The contents of the note.
  let note: Command.NewNote

  /// Returns the text of the standard input.
  let readInput: @Sendable () -> String

  /// The destination of the output.
  let console: any Console

  /// The account of the author.
  @Injected var account: Account

  /// The store of the notes.
  @Injected var store: any NoteStore

  /// The clock for the creation time.
  @Injected(name: DomainName.clock) var clock: any WallClock

  /// Saves the note.
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

/// Imports the notes of a file.
struct ImportAction: Action {
  /// The path of the file.
  let path: String

  /// The destination of the output.
  let console: any Console

  /// The store of the notes.
  @Injected var store: any NoteStore

  /// Imports all notes of the file, or none if a line is malformed.
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
  /// The first characters of the note's identifier.
  let id: String

  /// The destination of the output.
  let console: any Console

  /// The store of the notes.
  @Injected var store: any NoteStore

  /// The clock for the removal time.
  @Injected(name: DomainName.clock) var clock: any WallClock

  /// Removes the note, if exactly one matches.
  func run() async throws {
    let found = try store.notes(idPrefix: id)
    guard let note = found.first else { throw InputError.unknownNote(id) }
    guard found.count == 1 else { throw InputError.ambiguousNote(id, count: found.count) }
    _ = try store.remove(note.id, at: clock.now())
    console.write(
      "\(console.style.good("Removed")) \(console.style.dim(note.id.short)) \(note.title)")
  }
}

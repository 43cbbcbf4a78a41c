import Foundation
import NotesDomain
import NotesStorage

/// A temporary folder of a test, removed at its deallocation.
final class ScratchFolder: Sendable {
  /// The folder.
  private let url: URL

  /// Creates the folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "notes-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// Returns the location of a database in the folder.
  func location(_ name: String) -> DatabaseLocation { .file(path: path(name)) }
}

extension Note {
  /// Returns a note written some minutes after the start of 1970.
  static func sample(
    _ title: String, body: String = "", author: String = "Ana", tags: [String] = [],
    minute: Int = 0
  ) -> Note {
    Note(
      title: title, body: body, author: author, tags: tags,
      created: Timestamp(milliseconds: Int64(minute) * 60_000))
  }
}

extension SQLiteNoteStore {
  /// Returns an empty store in memory.
  static func inMemory(events: EventChannel = EventChannel()) throws -> SQLiteNoteStore {
    let database = try Database(at: .memory(label: "test"), schema: .notes, events: events)
    return SQLiteNoteStore(database: database)
  }
}

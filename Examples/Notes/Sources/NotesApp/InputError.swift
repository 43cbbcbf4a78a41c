internal import NotesCommandLine
internal import NotesDomain

/// An invalid input of a command.
enum InputError: Error, Hashable {
  /// The file does not exist.
  case missingFile(path: String)

  /// The database does not exist.
  case missingDatabase(path: String)

  /// The file cannot be read as text.
  case unreadableFile(path: String)

  /// The file contains malformed notes.
  case malformedFile(path: String, NoteFileError)

  /// No identifier of a note begins with this text.
  case unknownNote(String)

  /// Several identifiers of notes begin with this text.
  case ambiguousNote(String, count: Int)

  /// The file cannot be written.
  case unwritableFile(path: String)

  /// The title contains no visible characters.
  case emptyTitle

  /// The exit code of the command.
  var exitCode: ExitCode {
    switch self {
    case .missingFile, .missingDatabase: .noInput
    case .unreadableFile, .malformedFile: .data
    case .unknownNote, .ambiguousNote: .noNote
    case .unwritableFile: .cannotCreate
    case .emptyTitle: .usage
    }
  }
}

extension InputError: CustomStringConvertible {
  /// A description of the error for users.
  var description: String {
    switch self {
    case .missingFile(let path): "there is no file '\(path)'"
    case .missingDatabase(let path): "there is no database '\(path)'; --create makes one"
    case .unreadableFile(let path): "'\(path)' is not text in UTF-8"
    case .malformedFile(let path, let error): "'\(path)', \(error)"
    case .unknownNote(let id): "there is no note '\(id)'"
    case .ambiguousNote(let id, let count): "'\(id)' stands for \(count) notes; type more of it"
    case .unwritableFile(let path): "'\(path)' cannot be written"
    case .emptyTitle: "a note needs a title"
    }
  }
}

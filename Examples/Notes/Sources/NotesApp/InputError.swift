internal import NotesCommandLine
internal import NotesDomain

/// Input that a command cannot do anything with.
enum InputError: Error, Hashable {
  /// There is no such file.
  case missingFile(path: String)

  /// There is no such database.
  case missingDatabase(path: String)

  /// The file cannot be read as text.
  case unreadableFile(path: String)

  /// The file has notes that are not understood.
  case malformedFile(path: String, NoteFileError)

  /// No note has an identifier that starts like this.
  case unknownNote(String)

  /// Several notes have an identifier that starts like this.
  case ambiguousNote(String, count: Int)

  /// The file cannot be written.
  case unwritableFile(path: String)

  /// The title has no visible character.
  case emptyTitle

  /// How the command ends.
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
  /// What is wrong with the input, as a sentence for people.
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

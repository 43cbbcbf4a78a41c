internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// An error for the shell and the user.
struct Failure: Hashable {
  /// The exit code for the shell.
  let exitCode: ExitCode

  /// The message for the user.
  let message: String

  /// Creates a failure from an error.
  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      let topic = error.command.map { "notes \($0) --help" } ?? "notes --help"
      self.init(.usage, "\(error)\n       see '\(topic)'")
    case let error as AccountError:
      self.init(Failure.exitCode(for: error), "\(error)")
    case let error as StorageError:
      self.init(Failure.exitCode(for: error), "\(error)")
    case let error as InputError:
      self.init(error.exitCode, "\(error)")
    case InjectionError.unknown(let cause):
      // The error of a factory, for example of a database that cannot be opened.
      self.init(cause)
    default:
      self.init(.software, "\(error)")
    }
  }

  /// Creates a failure.
  private init(_ exitCode: ExitCode, _ message: String) {
    self.exitCode = exitCode
    self.message = message
  }

  /// Returns the exit code of an account error.
  private static func exitCode(for error: AccountError) -> ExitCode {
    switch error {
    case .unknownAccount: .noUser
    case .invalidName: .usage
    case .notSignedIn: .notSignedIn
    }
  }

  /// Returns the exit code of a storage error.
  private static func exitCode(for error: StorageError) -> ExitCode {
    switch error {
    case .cannotOpen: .cannotCreate
    case .foreignFile, .tooNew, .fullTextUnavailable: .data
    case .failed: .inputOutput
    }
  }
}

/// The exit code of a command, with the numbers of BSD's `sysexits`.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command succeeded.
  case success = 0

  /// The arguments are invalid.
  case usage = 64

  /// A file has malformed contents.
  case data = 65

  /// An input file is missing.
  case noInput = 66

  /// The account does not exist.
  case noUser = 67

  /// The note does not exist.
  case noNote = 69

  /// The application has an internal error.
  case software = 70

  /// A file cannot be created or opened.
  case cannotCreate = 73

  /// A file cannot be read or written.
  case inputOutput = 74

  /// No account is signed in.
  case notSignedIn = 77

  /// A description of the code, for the help text.
  public var summary: String {
    switch self {
    case .success: "all is well"
    case .usage: "the arguments are not understood"
    case .data: "a file has content that is not understood"
    case .noInput: "a file that should be there is missing"
    case .noUser: "there is no such account"
    case .noNote: "there is no such note"
    case .software: "the application is at fault"
    case .cannotCreate: "a file cannot be created or opened"
    case .inputOutput: "a file cannot be read or written"
    case .notSignedIn: "nobody is signed in"
    }
  }
}

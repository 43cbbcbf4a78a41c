/// How a command ended, in the numbers that BSD's `sysexits` gave a meaning to.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// All is well.
  case success = 0

  /// The arguments are not understood.
  case usage = 64

  /// A file has content that is not understood.
  case data = 65

  /// A file that should be there is missing.
  case noInput = 66

  /// There is no such account.
  case noUser = 67

  /// There is no such note.
  case noNote = 69

  /// The application is at fault.
  case software = 70

  /// A file cannot be created or opened.
  case cannotCreate = 73

  /// A file cannot be read or written.
  case inputOutput = 74

  /// Nobody is signed in.
  case notSignedIn = 77

  /// What the code means, for the help text.
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

/// An error of signing in or out.
public enum AccountError: Error, Hashable, Sendable {
  /// No account has this name.
  case unknownAccount(String)

  /// The name contains characters that are not allowed in the name of a folder.
  case invalidName(String)

  /// No account is signed in.
  case notSignedIn
}

extension AccountError: CustomStringConvertible {
  /// A description of the error for users.
  public var description: String {
    switch self {
    case .unknownAccount(let name):
      "there is no account '\(name)'; 'notes sign-in \(name) --create' makes one"
    case .invalidName(let name):
      "'\(name)' is no account name: up to 32 of a-z, 0-9 and '-', not starting with '-'"
    case .notSignedIn:
      "nobody is signed in; 'notes sign-in NAME' does"
    }
  }
}

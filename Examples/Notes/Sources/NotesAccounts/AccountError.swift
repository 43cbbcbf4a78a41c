/// Why somebody cannot sign in or out.
public enum AccountError: Error, Hashable, Sendable {
  /// There is no such account.
  case unknownAccount(String)

  /// The name has characters that a folder should not have.
  case invalidName(String)

  /// Nobody is signed in.
  case notSignedIn
}

extension AccountError: CustomStringConvertible {
  /// What went wrong, as a sentence for people.
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

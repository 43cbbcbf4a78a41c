/// Something that happened in the application.
public enum Event: Hashable, Sendable {
  /// A database was opened; its name.
  case databaseOpened(String)

  /// The last owner of a database let go of it, and it was closed; its name.
  case databaseClosed(String)

  /// Somebody signed in; the name of the account.
  case signedIn(String)

  /// Somebody signed out; the name of the account.
  case signedOut(String)

  /// Notes were written; how many.
  case notesSaved(Int)

  /// Two databases were brought to the same state; notes sent, received, and in conflict.
  case synchronized(pushed: Int, pulled: Int, conflicts: Int)
}

extension Event: CustomStringConvertible {
  /// The event as a short sentence.
  public var description: String {
    switch self {
    case .databaseOpened(let name): "opened \(name)"
    case .databaseClosed(let name): "closed \(name)"
    case .signedIn(let name): "\(name) signed in"
    case .signedOut(let name): "\(name) signed out"
    case .notesSaved(let count): "saved \(count) \(count == 1 ? "note" : "notes")"
    case .synchronized(let pushed, let pulled, let conflicts):
      "synced: \(pushed) pushed, \(pulled) pulled, \(conflicts) in conflict"
    }
  }
}

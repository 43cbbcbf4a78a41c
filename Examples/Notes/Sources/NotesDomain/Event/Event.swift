/// An event of the application.
public enum Event: Hashable, Sendable {
  /// A database was opened; the name of the database.
  case databaseOpened(String)

  /// A database was released and closed; the name of the database.
  case databaseClosed(String)

  /// An account signed in; the name of the account.
  case signedIn(String)

  /// An account signed out; the name of the account.
  case signedOut(String)

  /// Notes were saved; the number of notes.
  case notesSaved(Int)

  /// Two databases were synchronized; the numbers of notes sent, received and in conflict.
  case synchronized(pushed: Int, pulled: Int, conflicts: Int)
}

extension Event: CustomStringConvertible {
  /// A short description of the event.
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

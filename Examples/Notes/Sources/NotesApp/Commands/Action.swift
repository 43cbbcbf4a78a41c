internal import NotesAccounts
internal import NotesCommandLine
internal import NotesStorage
internal import Stitcher

/// The implementation of a command. Dependencies are injected at their first use.
protocol Action {
  /// Performs the command.
  func run() async throws
}

extension Application {
  /// Returns the action of a command, or `nil` for commands without a composition.
  ///
  /// - Throws: `AccountError.notSignedIn` for a command on notes without a signed-in account.
  ///   Actions can therefore inject the services of an account.
  func action(for command: Command, composition: Composition) throws -> (any Action)? {
    switch command {
    case .tour, .help:
      return nil
    case .signIn(let name, let isCreating):
      return SignInAction(name: name, isCreating: isCreating, console: console)
    case .signOut:
      return SignOutAction(console: console)
    case .graph(nil, _):
      return GraphAction(console: console)
    case .graph(let format?, let path):
      return DrawAction(format: format, path: path, console: console)
    case .add, .importNotes, .remove, .list, .search, .sync:
      guard composition.session.account != nil else { throw AccountError.notSignedIn }
      // Opens the database, so that a broken database is reported as an error. A failed `@Injected`
      // would stop the program.
      let _: any NoteStore = try DependencyGraph.inject()
    }
    switch command {
    case .add(let note):
      return AddAction(note: note, readInput: readInput, console: console)
    case .importNotes(let path):
      return ImportAction(path: path, console: console)
    case .remove(let id):
      return RemoveAction(id: id, console: console)
    case .list(let tag, let limit):
      return ListAction(tag: tag, limit: limit, console: console)
    case .search(let words, let limit, let isFuzzy):
      return SearchAction(
        words: words, limit: limit, isFuzzy: isFuzzy, composition: composition, console: console)
    case .sync(let path, let isCreating):
      return SyncAction(path: path, isCreating: isCreating, console: console)
    default:
      return nil
    }
  }
}

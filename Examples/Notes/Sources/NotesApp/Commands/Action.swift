internal import NotesAccounts
internal import NotesCommandLine
internal import NotesStorage
internal import Stitcher

/// What a command does. Dependencies are injected when they are first needed.
protocol Action {
  /// Does it.
  func run() async throws
}

extension Application {
  /// Returns what a command does; nil for those that need no composition.
  ///
  /// - Throws: `AccountError.notSignedIn` for a command on notes while nobody is signed in. So the
  ///   actions may take for granted that the graph offers the services of an account.
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
      // Opens the database now: if it is broken, that is an error to report. A failed `@Injected`
      // is an error of the programmer, and stops the program.
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

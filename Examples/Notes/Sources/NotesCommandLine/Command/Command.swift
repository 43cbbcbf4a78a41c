/// What the application is to do.
public enum Command: Hashable, Sendable {
  /// Show everything on a database of its own; whether that is kept.
  case tour(isKeeping: Bool)

  /// Write a note.
  case add(NewNote)

  /// Write the notes of a file; its path.
  case importNotes(path: String)

  /// Remove a note; the start of its identifier.
  case remove(id: String)

  /// Show notes; only those with a tag if one is given, and at most some.
  case list(tag: String?, limit: Int)

  /// Find notes.
  case search(words: String, limit: Int, isFuzzy: Bool)

  /// Sign in; whether an account is made if there is none.
  case signIn(name: String, isCreating: Bool)

  /// Sign out.
  case signOut

  /// Bring the notes and another database to the same state; whether that is made if missing.
  case sync(path: String, isCreating: Bool)

  /// Show what the graph holds: as a table, or as a file's text in a language of graphs; the file
  /// to write.
  case graph(format: GraphFormat?, output: String?)

  /// Explain a command, or all of them.
  case help(command: String?)

  /// A language in which a graph is written.
  public enum GraphFormat: String, Hashable, Sendable, CaseIterable {
    /// A page for a browser.
    case html
    /// A flowchart for Markdown pages.
    case mermaid
    /// For Graphviz.
    case dot
    /// For programs.
    case json
    /// A picture.
    case svg
  }

  /// A note that is to be written.
  public struct NewNote: Hashable, Sendable {
    /// The headline.
    public let title: String

    /// The text; `-` stands for what comes through standard input.
    public let body: String

    /// The tags, as typed.
    public let tags: [String]

    /// Creates a note that is to be written.
    public init(title: String, body: String = "", tags: [String] = []) {
      self.title = title
      self.body = body
      self.tags = tags
    }
  }
}

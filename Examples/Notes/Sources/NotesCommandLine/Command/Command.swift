/// A command of the application.
public enum Command: Hashable, Sendable {
  /// Run the tour on new databases; whether these are kept.
  case tour(isKeeping: Bool)

  /// Write a note.
  case add(NewNote)

  /// Import the notes of a file; the path of the file.
  case importNotes(path: String)

  /// Remove a note; the first characters of its identifier.
  case remove(id: String)

  /// List notes; the tag, if any, and the maximal number of notes.
  case list(tag: String?, limit: Int)

  /// Find notes.
  case search(words: String, limit: Int, isFuzzy: Bool)

  /// Sign in; whether a missing account is created.
  case signIn(name: String, isCreating: Bool)

  /// Sign out.
  case signOut

  /// Synchronize with another database; whether a missing database is created.
  case sync(path: String, isCreating: Bool)

  /// Show the graph as a table, or in a graph format; the path of the output file.
  case graph(format: GraphFormat?, output: String?)

  /// Show the help of one command, or of all commands.
  case help(command: String?)

  /// A format of the graph.
  public enum GraphFormat: String, Hashable, Sendable, CaseIterable {
    /// A page for a browser.
    case html
    /// A flowchart for Markdown pages.
    case mermaid
    /// The language of Graphviz.
    case dot
    /// JSON for other programs.
    case json
    /// A picture.
    case svg
  }

  /// The contents of a new note.
  public struct NewNote: Hashable, Sendable {
    /// The headline.
    public let title: String

    /// The text; `-` reads the standard input.
    public let body: String

    /// The tags as they were typed.
    public let tags: [String]

    /// Creates the contents of a new note.
    public init(title: String, body: String = "", tags: [String] = []) {
      self.title = title
      self.body = body
      self.tags = tags
    }
  }
}

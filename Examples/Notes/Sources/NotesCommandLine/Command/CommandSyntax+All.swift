extension CommandSyntax {
  /// All commands, in the order of the help text.
  public static let all: [CommandSyntax] = [
    tour, signIn, signOut, add, remove, list, search, sync, graph,
  ]

  /// Returns the syntax of a command, or `nil` for an unknown name.
  static func named(_ name: String) -> CommandSyntax? { all.first { $0.name == name } }

  /// The syntax of `tour`.
  private static let tour = CommandSyntax(
    name: "tour", summary: "shows everything on a database in a temporary folder",
    discussion: "Nothing of yours is read or changed.",
    options: [.flag("--keep", "leaves the folder there when the tour is over")])

  /// The syntax of `sign-in`.
  private static let signIn = CommandSyntax(
    name: "sign-in", summary: "opens the notes of an account",
    discussion: "You stay signed in until you sign out. Accounts have no passwords: they keep the "
      + "notes of people who share a computer apart, not safe from each other.",
    operands: Operands(usage: "NAME", count: 1...1),
    options: [.flag("--create", "makes the account if there is none")])

  /// The syntax of `sign-out`.
  private static let signOut = CommandSyntax(
    name: "sign-out", summary: "closes the notes of whoever is signed in")

  /// The syntax of `add`.
  private static let add = CommandSyntax(
    name: "add", summary: "writes a note, or imports a file of notes",
    discussion: "A file holds notes of the form '== Title', lines 'author:', 'tags:' and 'date:', "
      + "an empty line, and the text.",
    operands: Operands(usage: "[TITLE]", count: 0...1),
    options: [
      .value("--body", "TEXT", "the text; '-' reads it from standard input"),
      .value("--tag", "TAG", "a tag; may be given several times", isRepeatable: true),
      .value("--from", "FILE", "imports all notes of a file instead"),
    ])

  /// The syntax of `remove`.
  private static let remove = CommandSyntax(
    name: "remove", summary: "removes a note",
    discussion: "A tombstone stays, so that sync removes the note elsewhere too.",
    operands: Operands(usage: "ID", count: 1...1))

  /// The syntax of `list`.
  private static let list = CommandSyntax(
    name: "list", summary: "shows notes, the ones that changed last first",
    options: [
      .value("--tag", "TAG", "only notes with this tag"),
      .value("--limit", "N", "at most so many notes (20)"),
    ])

  /// The syntax of `search`.
  private static let search = CommandSyntax(
    name: "search", summary: "finds notes by text, tags, author and age",
    operands: Operands(usage: "WORD...", count: 1...64),
    options: [
      .flag("--fuzzy", "forgives typing errors in titles"),
      .value("--limit", "N", "at most so many notes (10)"),
    ])

  /// The syntax of `sync`.
  private static let sync = CommandSyntax(
    name: "sync", summary: "brings your notes and another database to the same state",
    discussion: "Of two versions of a note the later one stays, in both.",
    operands: Operands(usage: "FILE", count: 1...1),
    options: [.flag("--create", "makes the other database if there is none")])

  /// The syntax of `graph`.
  private static let graph = CommandSyntax(
    name: "graph", summary: "shows the dependencies that the application is made of",
    discussion: "Without a format it is a table. Nothing is read of notes, and nobody needs to be "
      + "signed in.",
    options: [
      .value("--format", "FORMAT", "html, mermaid, dot, json or svg"),
      .flag("--html", "the same as --format html"),
      .value("--output", "FILE", "writes to a file"),
    ])
}

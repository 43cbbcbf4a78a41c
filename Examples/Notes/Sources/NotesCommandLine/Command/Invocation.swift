/// A parsed command line.
public struct Invocation: Hashable, Sendable {
  /// The command.
  public let command: Command

  /// The folder of the option `--data`, if any.
  public let dataPath: String?

  /// Parses a command line.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Throws: ``UsageError`` if the arguments are invalid.
  public init(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    var leading: [String] = []
    // Common options may also precede the command.
    while let option = arguments.first, option.hasPrefix("-"), !["-h", "--help"].contains(option) {
      leading.append(arguments.removeFirst())
      if option == "--data", let value = arguments.popFirst() { leading.append(value) }
    }
    guard let name = arguments.popFirst() else {
      guard leading.isEmpty else { throw UsageError("a command is missing") }
      self.init(command: .help(command: nil), dataPath: nil)
      return
    }
    if ["help", "-h", "--help"].contains(name) {
      if let topic = arguments.first, CommandSyntax.named(topic) == nil {
        throw UsageError("unknown command '\(topic)'")
      }
      self.init(command: .help(command: arguments.first), dataPath: nil)
      return
    }
    guard let syntax = CommandSyntax.named(name) else {
      throw UsageError("unknown command '\(name)'")
    }
    let parsed = try ParsedArguments(leading + arguments, syntax: syntax)
    let command: Command =
      parsed.has("--help") ? .help(command: name) : try Command(name: name, arguments: parsed)
    self.init(command: command, dataPath: parsed.value("--data"))
  }

  /// Creates an invocation.
  private init(command: Command, dataPath: String?) {
    self.command = command
    self.dataPath = dataPath
  }
}

extension Command {
  /// Parses the arguments of a command.
  fileprivate init(name: String, arguments: ParsedArguments) throws(UsageError) {
    let operands = arguments.operands
    switch name {
    case "tour":
      self = .tour(isKeeping: arguments.has("--keep"))
    case "sign-in":
      self = .signIn(name: operands[0], isCreating: arguments.has("--create"))
    case "sign-out":
      self = .signOut
    case "add":
      self = try Command(adding: arguments)
    case "remove":
      self = .remove(id: operands[0])
    case "list":
      self = .list(tag: arguments.value("--tag"), limit: try arguments.count("--limit") ?? 20)
    case "search":
      self = .search(
        words: operands.joined(separator: " "), limit: try arguments.count("--limit") ?? 10,
        isFuzzy: arguments.has("--fuzzy"))
    case "sync":
      self = .sync(path: operands[0], isCreating: arguments.has("--create"))
    case "graph":
      self = try Command(showing: arguments)
    default:
      throw UsageError("unknown command '\(name)'")
    }
  }

  /// Parses the arguments of `graph`.
  private init(showing arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.has("--html") || !arguments.has("--format") else {
      throw UsageError("--html and --format were both given", command: "graph")
    }
    let name = arguments.has("--html") ? "html" : arguments.value("--format")
    let format = name.flatMap { GraphFormat(rawValue: $0) }
    if let name, format == nil {
      let known = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(name)' for --format is none of \(known)", command: "graph")
    }
    let output = arguments.value("--output")
    if output != nil, format == nil {
      throw UsageError("--output goes with --format or --html", command: "graph")
    }
    self = .graph(format: format, output: output)
  }

  /// Parses the arguments of `add`: a title, or a file to import.
  private init(adding arguments: ParsedArguments) throws(UsageError) {
    switch (arguments.operands.first, arguments.value("--from")) {
    case (let title?, nil):
      self = .add(
        NewNote(
          title: title, body: arguments.value("--body") ?? "", tags: arguments.values("--tag")))
    case (nil, let path?):
      guard !arguments.has("--body"), !arguments.has("--tag") else {
        throw UsageError("--from goes with neither --body nor --tag", command: "add")
      }
      self = .importNotes(path: path)
    default:
      throw UsageError("'add' wants either TITLE or --from FILE", command: "add")
    }
  }
}

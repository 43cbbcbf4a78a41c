/// The help text, generated from the syntax of the commands.
public struct HelpText: Hashable, Sendable {
  /// The maximal width of a line.
  private static let width = 80

  /// The explained command; `nil` for an overview of all commands.
  private let command: CommandSyntax?

  /// Creates the help text of a command, or an overview for an unknown name.
  public init(command: String?) {
    self.command = command.flatMap(CommandSyntax.named)
  }

  /// The text, without a line break at its end.
  public var text: String { command.map(explanation) ?? overview }

  /// The overview of all commands.
  private var overview: String {
    let codes = ExitCode.allCases.filter { $0 != .success }
    return """
      notes: notes in the terminal

      USAGE
        notes [--data DIR] COMMAND [ARGUMENTS]

      COMMANDS
      \(HelpText.columns(CommandSyntax.all.map { ($0.name, $0.summary) }))

      OPTIONS OF EVERY COMMAND
      \(HelpText.columns(CommandSyntax.commonOptions.map { ($0.usage, $0.summary) }))

      ENVIRONMENT
        NOTES_DATA  the folder of all databases, where --data is not given
        NO_COLOR    if set to anything, there are no colors

      EXIT CODES
      \(HelpText.columns(codes.map { ("\($0.rawValue)", $0.summary) }))

      'notes COMMAND --help' explains a command.
      """
  }

  /// Returns the explanation of a command.
  private func explanation(of command: CommandSyntax) -> String {
    let options = command.options + CommandSyntax.commonOptions
    let usage = ["notes", command.name, command.operands.usage, "[OPTIONS]"]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let discussion = HelpText.wrapped(command.discussion).map { $0 + "\n" }.joined()
    return """
      notes \(command.name): \(command.summary)
      \(discussion.isEmpty ? "" : "\n" + discussion)
      USAGE
        \(usage)

      OPTIONS
      \(HelpText.columns(options.map { ($0.usage, $0.summary) }))
      """
  }

  /// Returns lines of two aligned columns.
  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { first, second in
      "  \(first)\(String(repeating: " ", count: width - first.count + 2))\(second)"
    }.joined(separator: "\n")
  }

  /// Returns a text as lines of limited width.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

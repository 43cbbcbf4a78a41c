/// The syntax of a command, for parsing its arguments and for its help text.
public struct CommandSyntax: Hashable, Sendable {
  /// An argument that starts with two hyphens.
  public struct Option: Hashable, Sendable {
    /// The name with its hyphens.
    public let name: String

    /// The name of the value in the help text; `nil` for an option without a value.
    public let valueName: String?

    /// Whether the option may be given several times.
    public let isRepeatable: Bool

    /// A description of the option.
    public let summary: String

    /// Creates an option without a value.
    static func flag(_ name: String, _ summary: String) -> Option {
      Option(name: name, valueName: nil, isRepeatable: false, summary: summary)
    }

    /// Creates an option with a value.
    static func value(
      _ name: String, _ valueName: String, _ summary: String, isRepeatable: Bool = false
    ) -> Option {
      Option(name: name, valueName: valueName, isRepeatable: isRepeatable, summary: summary)
    }

    /// The form of the option in the help text, such as `--tag TAG`.
    var usage: String { valueName.map { "\(name) \($0)" } ?? name }
  }

  /// Arguments without a name.
  public struct Operands: Hashable, Sendable {
    /// The form of the arguments in the help text, such as `WORD...`.
    public let usage: String

    /// The allowed number of arguments.
    public let count: ClosedRange<Int>
  }

  /// The name of the command.
  public let name: String

  /// A one-line description of the command.
  public let summary: String

  /// Further details of the command.
  public var discussion: String = ""

  /// The arguments without a name.
  public var operands = Operands(usage: "", count: 0...0)

  /// The options of the command.
  public var options: [Option] = []

  /// The options of all commands.
  public static let commonOptions: [Option] = [
    .value("--data", "DIR", "the folder of all databases"),
    .flag("--help", "explains the command"),
  ]
}

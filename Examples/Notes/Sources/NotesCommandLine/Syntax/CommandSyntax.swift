/// What may be written after a command: enough to read the arguments and to explain them.
public struct CommandSyntax: Hashable, Sendable {
  /// An argument that starts with two hyphens.
  public struct Option: Hashable, Sendable {
    /// The name with its hyphens.
    public let name: String

    /// What the value is called in the help text; nil if the option has none.
    public let valueName: String?

    /// Whether the option may be given several times.
    public let isRepeatable: Bool

    /// What the option does.
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

    /// The option as the help text shows it, such as `--tag TAG`.
    var usage: String { valueName.map { "\(name) \($0)" } ?? name }
  }

  /// Arguments without a name.
  public struct Operands: Hashable, Sendable {
    /// How they are shown in the help text, such as `WORD...`.
    public let usage: String

    /// How many there may be.
    public let count: ClosedRange<Int>
  }

  /// The name of the command.
  public let name: String

  /// What the command does, on one line.
  public let summary: String

  /// What is worth knowing beyond that.
  public var discussion: String = ""

  /// The arguments without a name.
  public var operands = Operands(usage: "", count: 0...0)

  /// The command's own options.
  public var options: [Option] = []

  /// The options that every command has.
  public static let commonOptions: [Option] = [
    .value("--data", "DIR", "the folder of all databases"),
    .flag("--help", "explains the command"),
  ]
}

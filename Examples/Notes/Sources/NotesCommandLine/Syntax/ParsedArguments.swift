/// The parsed arguments of a command.
struct ParsedArguments: Hashable {
  /// The arguments without a name, in order.
  private(set) var operands: [String] = []

  /// The options with their values.
  private(set) var options: [String: [String]] = [:]

  /// The name of the command, for errors.
  private let command: String

  /// Parses arguments.
  ///
  /// `--name value` and `--name=value` are equivalent. Arguments after `--` are not options.
  ///
  /// - Throws: ``UsageError`` at the first invalid argument.
  init(_ arguments: [String], syntax: CommandSyntax) throws(UsageError) {
    command = syntax.name
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try readOption(argument == "-h" ? "--help" : argument, rest: &rest, syntax: syntax)
      } else {
        operands.append(argument)
      }
    }
    // `--help` needs no operands.
    if !has("--help") { try checkCount(syntax.operands) }
  }

  /// Whether an option is present.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// Returns the value of an option, or `nil` if the option is missing.
  func value(_ option: String) -> String? { options[option]?.last }

  /// Returns all values of an option.
  func values(_ option: String) -> [String] { options[option] ?? [] }

  /// Returns the positive number of an option, or `nil` if the option is missing.
  func count(_ option: String) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("'\(text)' for \(option) is not a number from 1", command: command)
    }
    return number
  }

  /// Parses an option and its value.
  private mutating func readOption(
    _ argument: String, rest: inout ArraySlice<String>, syntax: CommandSyntax
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let known = syntax.options + CommandSyntax.commonOptions
    guard let option = known.first(where: { $0.name == name }) else {
      throw UsageError("unknown option '\(name)'", command: command)
    }
    guard option.isRepeatable || !has(name) else {
      throw UsageError("\(name) was given twice", command: command)
    }
    if option.valueName == nil {
      guard parts.count == 1 else { throw UsageError("\(name) has no value", command: command) }
      options[name] = []
    } else if parts.count == 2 {
      options[name, default: []].append(String(parts[1]))
    } else if let value = rest.popFirst() {
      options[name, default: []].append(value)
    } else {
      throw UsageError("\(option.usage) lacks its value", command: command)
    }
  }

  /// Throws if there are too few or too many operands.
  private func checkCount(_ expected: CommandSyntax.Operands) throws(UsageError) {
    if operands.count < expected.count.lowerBound {
      throw UsageError("'\(command)' lacks \(expected.usage)", command: command)
    }
    if operands.count > expected.count.upperBound {
      let first = operands[expected.count.upperBound]
      throw UsageError("'\(first)' is one argument too many", command: command)
    }
  }
}

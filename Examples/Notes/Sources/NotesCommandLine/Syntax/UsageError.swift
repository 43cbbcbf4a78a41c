/// An error about invalid arguments.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description of the error.
  public let description: String

  /// The command with the relevant help text, if the command is known.
  public let command: String?

  /// Creates an error.
  init(_ description: String, command: String? = nil) {
    self.description = description
    self.command = command
  }
}

/// Arguments that are not understood.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with them.
  public let description: String

  /// The command whose help says more, if a command was recognized.
  public let command: String?

  /// Creates an error.
  init(_ description: String, command: String? = nil) {
    self.description = description
    self.command = command
  }
}

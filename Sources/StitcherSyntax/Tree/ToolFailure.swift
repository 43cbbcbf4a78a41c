/// An error that ends the tool with an exit code.
package struct ToolFailure: Error, Equatable, CustomStringConvertible {
  /// The exit codes of the tool.
  package enum Code: Int32, Sendable {
    /// The check found no errors; there may be warnings.
    case clean = 0
    /// The dependency graph has errors.
    case problems = 1
    /// The arguments are wrong, or the program does not build.
    case failure = 2
    /// The compiler writes syntax trees that the tool cannot read.
    case unknownToolchain = 3
  }

  /// The exit code of the tool.
  package let code: Code

  /// The lines that the tool prints: the error, then the remedy.
  package let description: String

  /// Creates an error with its message and exit code.
  package init(_ description: String, code: Code = .failure) {
    self.code = code
    self.description = description
  }
}

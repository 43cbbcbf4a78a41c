/// An error that ends the tool, with its exit code.
package struct ToolFailure: Error, Equatable, CustomStringConvertible {
  /// The exit codes of the tool.
  package enum Code: Int32, Sendable {
    /// Nothing is wrong; there may be warnings.
    case clean = 0
    /// The program has errors.
    case problems = 1
    /// The arguments are wrong, or the program does not build.
    case failure = 2
    /// The compiler writes trees that the tool does not know.
    case unknownToolchain = 3
  }

  /// The code to exit with.
  package let code: Code

  /// The lines to print: the error, then the remedy.
  package let description: String

  /// Creates a failure.
  package init(_ description: String, code: Code = .failure) {
    self.code = code
    self.description = description
  }
}

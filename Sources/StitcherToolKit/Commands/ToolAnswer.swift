package import StitcherDescription
package import StitcherSyntax

/// The output and exit code of a command.
package struct ToolAnswer: Sendable {
  /// The text for standard output.
  package var text: String

  /// The line for standard error that summarizes the result; empty if there is none.
  package var summary = ""

  /// The exit code of the tool.
  package var code = ToolFailure.Code.clean

  /// The problems that the text lists.
  package var problems: [GraphDescription.Problem] = []

  /// The text of each problem with its notes, in the order of ``problems``.
  package var reports: [String] = []

  /// The duration of the command in seconds.
  package var seconds = 0.0

  /// Creates the output of a command.
  package init(
    _ text: String, summary: String = "", code: ToolFailure.Code = .clean,
    problems: [GraphDescription.Problem] = []
  ) {
    self.text = text
    self.summary = summary
    self.code = code
    self.problems = problems
  }
}

/// The dependency graphs of a package's programs.
package struct Reading: Sendable {
  /// The folder of the package. Relative paths in the graphs start there.
  package var root: String

  /// The dependency graph of each program.
  package var graphs: [GraphDescription]

  /// The registrations that no executable injects.
  package var unused: [UnusedRegistration] = []

  /// The number of files that were read to find the graphs.
  package var effort = ProgramReader.Effort()

  /// Stores the dependency graphs of a package.
  package init(root: String, graphs: [GraphDescription]) {
    self.root = root
    self.graphs = graphs
  }
}

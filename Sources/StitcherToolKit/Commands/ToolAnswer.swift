package import StitcherDescription
package import StitcherSyntax

/// The answer of a command.
package struct ToolAnswer: Sendable {
  /// The text for the standard output.
  package var text: String

  /// A line for people, which goes where errors go; empty if there is none.
  package var summary = ""

  /// The code to exit with.
  package var code = ToolFailure.Code.clean

  /// The problems that the text names.
  package var problems: [GraphDescription.Problem] = []

  /// The text of each problem with its notes, in the order of the problems.
  package var reports: [String] = []

  /// How long it took.
  package var seconds = 0.0

  /// Creates an answer.
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

/// The programs of a package, as graphs.
package struct Reading: Sendable {
  /// The folder of the package, with which the paths of places begin that are not absolute.
  package var root: String

  /// One for each program.
  package var graphs: [GraphDescription]

  /// The registrations that no executable injects.
  package var unused: [UnusedRegistration] = []

  /// The number of files read.
  package var effort = ProgramReader.Effort()

  /// Creates a reading.
  package init(root: String, graphs: [GraphDescription]) {
    self.root = root
    self.graphs = graphs
  }
}

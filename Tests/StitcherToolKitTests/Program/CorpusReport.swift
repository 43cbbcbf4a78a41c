import StitcherDescription
import StitcherToolKit

/// The complete findings of the tool about a program, as a readable text for comparisons.
struct CorpusReport {
  let program: Program

  /// The whole text, with a title for each part that is not empty.
  var text: String {
    let description = program.description()
    let parts = [
      ("problems", program.problems().map(problem)),
      ("unused", program.unused().map(unused).sorted()),
      ("nodes", description.nodes.map(node)),
      ("edges", description.edges.map(edge)),
    ]
    return parts.filter { !$0.1.isEmpty }
      .map { title, lines in "\(title)\n" + lines.map { "  \($0)\n" }.joined() }
      .joined()
  }

  /// Returns the text of a problem, with its remedy below.
  private func problem(_ problem: ProgramProblem) -> String {
    let severity = problem.isError ? "error" : "warning"
    return "\(place(problem.place)) \(severity) \(problem.kind): \(problem.message)"
      + "\n    \(problem.remedy)"
  }

  /// Returns the text of an unused registration: its place and name.
  private func unused(_ unused: UnusedRegistration) -> String {
    "\(place(unused.place)) \(unused.isDecorator ? "decorator of " : "")\(unused.name)"
  }

  /// Returns the text of a node: its locator, its scope and its place.
  private func node(_ node: GraphDescription.Node) -> String {
    var words = [node.id]
    if node.kind == .registration {
      words.append("(\(node.locator.rawValue), \(node.scope)\(node.isEager ? ", eager" : ""))")
      let others = node.keys.filter { $0 != node.id && "\"\($0)\"" != node.label }
      if !others.isEmpty { words.append("as " + others.joined(separator: ", ")) }
    }
    if node.kind == .decorator { words.append("(decorator, \(node.scope))") }
    if let place = node.place { words.append("at \(file(place.file)):\(place.line)") }
    return words.joined(separator: " ")
  }

  /// Returns the text of an edge: its ends, and the kind of its request.
  private func edge(_ edge: GraphDescription.Edge) -> String {
    var words = ["\(edge.from) → \(edge.to)"]
    if edge.demand != .one { words.append(edge.demand.rawValue) }
    if edge.isLazy { words.append("lazy") }
    if edge.evidence != [.proven] { words += edge.evidence.map(\.rawValue) }
    return words.joined(separator: " ")
  }

  /// Returns the text of a place, without folders.
  private func place(_ place: SourcePlace) -> String {
    "\(file(place.file)):\(place.line):\(place.column)"
  }

  /// Returns the last component of a path.
  private func file(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

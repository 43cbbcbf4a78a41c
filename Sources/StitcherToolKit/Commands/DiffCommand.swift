package import StitcherDescription

/// `diff REV`: what has changed since a revision.
package enum DiffCommand {
  /// What has changed in one program.
  package struct Change: Encodable, Sendable {
    /// The name of the program.
    var program: String
    /// What is registered now.
    package var addedNodes: [GraphDescription.Node]
    /// What was registered.
    package var removedNodes: [GraphDescription.Node]
    /// What is needed now.
    package var addedEdges: [GraphDescription.Edge]
    /// What was needed.
    package var removedEdges: [GraphDescription.Edge]
    /// What is wrong now.
    package var newProblems: [GraphDescription.Problem]
    /// What was wrong.
    package var solvedProblems: [GraphDescription.Problem]

    /// Compares two graphs; places do not count.
    package init(from old: GraphDescription, to new: GraphDescription) {
      program = new.title
      addedNodes = Self.missing(new.nodes, in: old.nodes) { [$0.id] }
      removedNodes = Self.missing(old.nodes, in: new.nodes) { [$0.id] }
      let edge = { (edge: GraphDescription.Edge) in [edge.from, edge.to] }
      addedEdges = Self.missing(new.edges, in: old.edges, by: edge)
      removedEdges = Self.missing(old.edges, in: new.edges, by: edge)
      let problem = { (problem: GraphDescription.Problem) in
        [problem.kind, problem.place?.file ?? ""] + problem.nodes
      }
      newProblems = Self.missing(new.problems, in: old.problems, by: problem)
      solvedProblems = Self.missing(old.problems, in: new.problems, by: problem)
    }

    /// Whether nothing has changed.
    package var isEmpty: Bool {
      addedNodes.isEmpty && removedNodes.isEmpty && addedEdges.isEmpty && removedEdges.isEmpty
        && newProblems.isEmpty && solvedProblems.isEmpty
    }

    /// The elements that others do not have.
    private static func missing<Element>(
      _ elements: [Element], in others: [Element], by name: (Element) -> [String]
    ) -> [Element] {
      let known = Set(others.map(name))
      return elements.filter { !known.contains(name($0)) }
    }
  }

  /// Says what has changed from one reading to another.
  package static func answer(
    from old: Reading, to new: Reading, _ options: ToolOptions
  ) throws -> ToolAnswer {
    let titles = CheckCommand.distinct((old.graphs + new.graphs).map(\.title))
    let changes = titles.map { title in
      let empty = GraphDescription(title: title, nodes: [], edges: [])
      return Change(
        from: old.graphs.first { $0.title == title } ?? empty,
        to: new.graphs.first { $0.title == title } ?? empty)
    }
    let problems = CheckCommand.distinct(changes.flatMap(\.newProblems))
    let code: ToolFailure.Code =
      problems.contains { $0.severity == .error } ? .problems : .clean
    if options.isJSON {
      return ToolAnswer(try Rendering.json(changes), code: code, problems: problems)
    }
    let texts = changes.filter { !$0.isEmpty }.map { text(of: $0, in: new.root) }
    let added = changes.reduce(0) { $0 + $1.addedNodes.count }
    let removed = changes.reduce(0) { $0 + $1.removedNodes.count }
    return ToolAnswer(
      texts.joined(separator: "\n\n"),
      summary: "\(added) added, \(removed) removed, "
        + CheckCommand.count(problems.count, "new problem"),
      code: code, problems: problems)
  }

  /// Says what has changed in one program.
  private static func text(of change: Change, in root: String) -> String {
    var lines = ["\(change.program):"]
    lines += change.addedNodes.map { "+ \(text(of: $0))" }
    lines += change.removedNodes.map { "- \(text(of: $0))" }
    lines += change.addedEdges.map { "+ \($0.from) -> \($0.to)" }
    lines += change.removedEdges.map { "- \($0.from) -> \($0.to)" }
    lines += change.newProblems.map { CheckCommand.text(of: $0, in: root) }
    lines += change.solvedProblems.map { "solved: \($0.message)" }
    return lines.joined(separator: "\n")
  }

  /// One node.
  private static func text(of node: GraphDescription.Node) -> String {
    node.id + (node.scope.isEmpty ? "" : " (\(node.scope))")
  }
}

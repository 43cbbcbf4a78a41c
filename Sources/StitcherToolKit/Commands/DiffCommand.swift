internal import StitcherDescription
internal import StitcherDrawing
internal import StitcherSyntax

/// The command `diff REV`, which lists the changes of the dependency graph since a Git revision.
package enum DiffCommand {
  /// The changes of one program's dependency graph.
  private struct Change {
    var program: String
    /// The changes, without changes of source locations.
    var difference: GraphDescription.Difference
  }

  /// Returns the changes from one version of a package to another.
  package static func answer(
    from old: Reading, to new: Reading, _ options: ToolOptions
  ) -> ToolAnswer {
    let titles = CheckCommand.distinct((old.graphs + new.graphs).map(\.title))
    let changes = titles.map { title in
      let empty = GraphDescription(title: title, nodes: [], edges: [])
      let before = old.graphs.first { $0.title == title } ?? empty
      let after = new.graphs.first { $0.title == title } ?? empty
      return Change(program: title, difference: after.difference(from: before))
    }
    let problems = CheckCommand.distinct(changes.flatMap(\.difference.addedProblems))
    let code: ToolFailure.Code =
      problems.contains { $0.severity == .error } ? .problems : .clean
    if options.isJSON {
      let json = changes.map { change in
        JSONText.object([
          "difference": change.difference.json, "program": JSONText.string(change.program),
        ])
      }
      return ToolAnswer(JSONText.list(json), code: code, problems: problems)
    }
    let texts = changes.filter { !$0.difference.isEmpty }.map { text(of: $0, new) }
    let added = changes.reduce(0) { $0 + $1.difference.addedNodes.count }
    let removed = changes.reduce(0) { $0 + $1.difference.removedNodes.count }
    return ToolAnswer(
      texts.joined(separator: "\n\n"),
      summary: "\(added) added, \(removed) removed, "
        + CheckCommand.count(problems.count, "new problem"),
      code: code, problems: problems)
  }

  /// Returns the text of one program's changes, with new problems in the format of compilers.
  private static func text(of change: Change, _ new: Reading) -> String {
    let graph =
      new.graphs.first { $0.title == change.program }
      ?? GraphDescription(title: change.program, nodes: [], edges: [])
    var drawn = change.difference
    let problems = drawn.addedProblems
    drawn.addedProblems = []
    let lines = drawn.isEmpty ? [] : [String(drawn.text.dropLast())]
    let texts = problems.map { CheckCommand.text(of: $0, in: new.root, graph) }
    return (["\(change.program):"] + lines + texts).joined(separator: "\n")
  }
}

internal import StitcherDescription
internal import StitcherSyntax

/// The command `check`, which lists the problems of the dependency graph.
package enum CheckCommand {
  /// Returns the problems of all programs. A problem of several programs is listed once.
  package static func answer(_ reading: Reading, _ options: ToolOptions) -> ToolAnswer {
    let problems = distinct(reading.graphs.flatMap(\.problems))
    let errors = problems.count { $0.severity == .error }
    let code: ToolFailure.Code = errors == 0 ? .clean : .problems
    if options.isJSON {
      let report = JSONText.object([
        "errors": String(errors), "problems": JSONText.list(problems.map(\.json)),
        "programs": JSONText.list(reading.graphs.map { JSONText.string($0.title) }),
        "warnings": String(problems.count - errors),
      ])
      return ToolAnswer(report, code: code, problems: problems)
    }
    let registrations = distinct(
      reading.graphs.flatMap(\.nodes).filter { $0.kind == .registration }.map {
        "\($0.id) \($0.place?.shortText ?? "")"
      })
    let summary =
      "\(count(errors, "error")), \(count(problems.count - errors, "warning")); "
      + "\(count(registrations.count, "registration")) in "
      + count(reading.graphs.count, "program")
    var seen: Set<GraphDescription.Problem> = []
    let texts = reading.graphs.flatMap { graph in
      graph.problems.filter { seen.insert($0).inserted }.map {
        text(of: $0, in: reading.root, graph)
      }
    }
    var answer = ToolAnswer(
      texts.joined(separator: "\n"), summary: summary, code: code, problems: problems)
    answer.reports = texts
    return answer
  }

  /// Returns the text of a problem in the format of compilers, followed by the dependency path and
  /// the remedy.
  static func text(
    of problem: GraphDescription.Problem, in root: String, _ graph: GraphDescription
  ) -> String {
    // A source location without a column means column 1.
    let place = problem.place.map { $0.fullText(in: root) } ?? ""
    let text = "\(place)\(problem.severity.rawValue): \(problem.message) [\(problem.kind)]"
    let remedy = problem.remedy.isEmpty ? [] : ["\(place)note: \(problem.remedy)"]
    return ([text] + steps(of: problem, in: root, graph) + remedy).joined(separator: "\n")
  }

  /// Returns a note for each dependency on the path of a problem, if the path has more than one.
  private static func steps(
    of problem: GraphDescription.Problem, in root: String, _ graph: GraphDescription
  ) -> [String] {
    guard pathKinds.contains(problem.kind), problem.nodes.count > 2 else { return [] }
    let paths = GraphPaths(graph)
    return zip(problem.nodes, problem.nodes.dropFirst()).compactMap { from, to in
      guard let place = paths.needs[from]?.first(where: { $0.to == to })?.place else { return nil }
      return place.fullText(in: root) + "note: \(paths.label(from)) needs \(paths.label(to))"
    }
  }

  /// The kinds of problems with nodes that form a dependency path.
  private static let pathKinds: Set = ["missing", "cycle", "captive", "scope"]

  /// Returns the elements without duplicates, in their order.
  static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  /// Returns a number followed by a noun, such as "1 error" or "2 errors".
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

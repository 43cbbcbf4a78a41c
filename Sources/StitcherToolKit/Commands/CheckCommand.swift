internal import StitcherDescription

/// `check`: what is wrong.
package enum CheckCommand {
  /// Says what is wrong in some graphs; what several programs share is said once.
  package static func answer(_ reading: Reading, _ options: ToolOptions) throws -> ToolAnswer {
    let problems = distinct(reading.graphs.flatMap(\.problems))
    let errors = problems.count { $0.severity == .error }
    let code: ToolFailure.Code = errors == 0 ? .clean : .problems
    if options.isJSON {
      let report = Report(
        programs: reading.graphs.map(\.title), errors: errors, warnings: problems.count - errors,
        problems: problems)
      return ToolAnswer(try Rendering.json(report), code: code, problems: problems)
    }
    let registrations = distinct(
      reading.graphs.flatMap(\.nodes).filter { $0.kind == .registration }.map {
        "\($0.id) \($0.place?.shortText ?? "")"
      })
    let summary =
      "\(count(errors, "error")), \(count(problems.count - errors, "warning")); "
      + "\(count(registrations.count, "registration")) in "
      + count(reading.graphs.count, "program")
    return ToolAnswer(
      problems.map { text(of: $0, in: reading.root) }.joined(separator: "\n"), summary: summary,
      code: code, problems: problems)
  }

  /// What `--json` prints.
  private struct Report: Encodable {
    /// The names of the programs.
    var programs: [String]
    /// How many errors there are.
    var errors: Int
    /// How many warnings there are.
    var warnings: Int
    /// All problems.
    var problems: [GraphDescription.Problem]
  }

  /// A problem as compilers print it, and below it what to do.
  static func text(of problem: GraphDescription.Problem, in root: String) -> String {
    // A place has no column: the first one.
    let place = problem.place.map { $0.text(in: root) + ":1: " } ?? ""
    let text = "\(place)\(problem.severity.rawValue): \(problem.message) [\(problem.kind)]"
    return problem.remedy.isEmpty ? text : "\(text)\n\(place)note: \(problem.remedy)"
  }

  /// The elements without those that were there before.
  static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  /// A number with its word.
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

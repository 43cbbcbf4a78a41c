internal import StitcherDescription

/// The command `unused`, which lists registrations that no code injects and decorators that
/// decorate nothing.
package enum UnusedCommand {
  /// Returns warnings for the registrations that no executable injects. Warnings do not change the
  /// exit code.
  package static func answer(_ reading: Reading, _ options: ToolOptions) -> ToolAnswer {
    let found = reading.unused
    if options.isJSON { return ToolAnswer(JSONText.list(found.map(\.json))) }
    let lines = found.map { one in
      let what =
        one.isDecorator
        ? "no registration has the key \(one.name), which this decorates"
        : "nothing injects \(one.name)"
      return "\(one.place.file):\(one.place.line):\(one.place.column): warning: \(what)"
    }
    let decorators = found.count { $0.isDecorator }
    let registrations = CheckCommand.count(found.count - decorators, "unused registration")
    return ToolAnswer(
      lines.joined(separator: "\n"),
      summary: decorators == 0
        ? registrations : "\(registrations), \(CheckCommand.count(decorators, "idle decorator"))")
  }

  /// Returns the registrations that no executable injects, and the decorators that decorate
  /// nothing.
  ///
  /// - Parameter programs: All programs. Libraries are ignored, since their dependents are unknown.
  package static func unused(in programs: [Program]) -> [UnusedRegistration] {
    var used: Set<UnusedRegistration> = []
    var unused: Set<UnusedRegistration> = []
    for program in programs where !program.isOpen {
      let here = Set(program.unused())
      used.formUnion(program.named().filter { !here.contains($0) })
      unused.formUnion(here)
    }
    return unused.subtracting(used).sorted {
      ($0.place.file, $0.place.line, $0.place.column) < (
        $1.place.file, $1.place.line, $1.place.column
      )
    }
  }
}

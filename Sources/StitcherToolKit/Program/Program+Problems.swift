/// A problem of the dependency graph, found by one of the checker's rules.
package struct ProgramProblem: Hashable, Sendable {
  /// Whether the problem is an error, rather than a warning.
  package var isError: Bool
  /// The kind of the problem, such as `missing` or `cycle`.
  package var kind: String
  /// The message of one line that describes the problem.
  package var message: String
  /// The advice for solving the problem.
  package var remedy: String
  /// The source location of the problem.
  package var place: SourcePlace
  /// The nodes that the problem concerns, as a dependency path.
  var path: [Int] = []
  /// The key without a registration at the end of the path, or `nil`.
  var missing: KeyFact?
}

// An error is reported only if it is proven: if no branch of any container, and no registration
// outside of the known sources, could prevent it.
extension Program {
  /// Returns all problems of the program, sorted by source location.
  ///
  /// - Complexity: As ``description()``.
  package func problems() -> [ProgramProblem] { problems(edges()) }

  /// Returns all problems of the program, sorted by source location. The edges were computed
  /// before.
  func problems(_ edges: [Edge]) -> [ProgramProblem] {
    var all = missing(edges) + ambiguous() + compositesWithElements() + duplicates()
    all += cycles(edges) + captives(edges) + stale()
    // A macro may write the same code twice; its problem is reported once.
    var reported: Set<ProgramProblem> = []
    all.removeAll { !reported.insert($0).inserted }
    return silence(all).sorted {
      ($0.place.file, $0.place.line, $0.place.column, $0.kind, $0.message)
        < ($1.place.file, $1.place.line, $1.place.column, $1.kind, $1.message)
    }
  }

  /// The injections, and the declared dependencies of registrations and decorators.
  var requests: [InjectionFact] {
    injections.map(\.fact)
      + registrations.map(\.fact).flatMap { fact in
        fact.declared.map { need in
          InjectionFact(
            frontEnd: fact.frontEnd, key: need.key, demand: need.demand, isCertain: true,
            parameters: [], exact: need.exact, unit: "", place: fact.place)
        }
      }
      + decorations.flatMap { requests(of: $0.fact) }
  }

  /// Returns the dependencies that a decorator declares, as injections.
  func requests(of fact: DecorationFact) -> [InjectionFact] {
    fact.declared.map { need in
      InjectionFact(
        key: need.key, demand: need.demand, isCertain: true, parameters: [], exact: need.exact,
        unit: fact.factory, place: fact.place)
    }
  }

  /// The requests, except those of decorators that decorate nothing and so never run.
  private var possibleRequests: [InjectionFact] {
    let idle = Set(decorations.indices.filter(isIdle).map { decorations[$0].fact.factory })
    return requests.filter { !idle.contains($0.unit) }
  }

  /// Returns a problem for each injection without a registration, or with parameters that fit no
  /// factory.
  private func missing(_ edges: [Edge]) -> [ProgramProblem] {
    var found: [ProgramProblem] = []
    var users: [SourcePlace: [Edge]] = [:]
    for edge in edges where edge.targets.isEmpty { users[edge.place, default: []].append(edge) }
    for fact in possibleRequests where fact.demand == .one && !fact.isTolerated {
      let (key, parameters) = (fact.key, fact.parameters)
      // A key of a `Stitch` map has a default value.
      guard fact.frontEnd != .stitch, !isOpen(for: key, of: fact.frontEnd) else { continue }
      let candidates = candidates(for: key, of: fact.frontEnd)
      if candidates.isEmpty {
        found.append(
          ProgramProblem(
            isError: true, kind: "missing",
            message: "\(key.shown) is injected, and nothing in '\(title)' registers it",
            remedy: remedy(forMissing: key, fact.frontEnd), place: fact.place,
            path: users[fact.place]?.first { $0.key == key }.map { [$0.from] } ?? [],
            missing: key))
      } else if candidates.allSatisfy({ registrations[$0].takes(parameters) == false }) {
        let wanted = candidates.compactMap { registrations[$0].fact.parameters }
          .map { "(\($0.map(TypeNames.short).joined(separator: ", ")))" }
        let passed = (parameters ?? []).map(TypeNames.short).joined(separator: ", ")
        found.append(
          ProgramProblem(
            isError: true, kind: "parameters",
            message: "\(key.shown) is injected with (\(passed)), and its factory takes "
              + wanted.sorted().joined(separator: " or "),
            remedy: "Pass the parameters of the factory, in the same order and of the same types.",
            place: fact.place, path: candidates))
      }
    }
    return found
  }

  /// Returns a problem for each injection of one instance that finds two registrations of one
  /// container.
  private func ambiguous() -> [ProgramProblem] {
    var found: [ProgramProblem] = []
    for fact in possibleRequests where fact.demand != .all {
      let (key, demand, parameters) = (fact.key, fact.demand, fact.parameters)
      guard fact.frontEnd == .stitcher, case .type = key, !fact.isTolerated else { continue }
      let all = candidates(for: key, of: fact.frontEnd)
      let able = all.filter {
        registrations[$0].takes(parameters) == true && registrations[$0].matches(key) == .yes
      }
      for (position, one) in able.enumerated() {
        let rivals = able[(position + 1)...].filter {
          registrations[$0].isTogether(with: registrations[one])
            && !registrations[one].mayEqual(registrations[$0])
        }
        // A child graph with a registration of its own hides both registrations.
        if makesGraphs, !isIn(one, fact.graph), fact.graph != InjectionFact.processGraph,
          all.contains(where: { other in
            registrations[other].fact.block != registrations[one].fact.block
              && registrations[other].takes(parameters) != false
          })
        {
          continue
        }
        // While a branch is inactive, the lookup may find another registration or none. A
        // registration of the injection's own graph hides all others.
        if registrations[one].fact.isConditional, !isAlways(one, in: fact.graph) {
          guard demand == .one, !isOpen(for: key, of: fact.frontEnd),
            all.allSatisfy({ registrations[$0].isTogether(with: registrations[one]) })
          else { continue }
        }
        guard let rival = rivals.first else { continue }
        let other = registrations[rival].fact.place
        found.append(
          ProgramProblem(
            isError: true, kind: "ambiguous",
            message: "\(key.shown) is injected, and two dependencies of one container are found by "
              + "it: \(shown(one)) and \(shown(rival)) (\(other.file.lastPathComponent):"
              + "\(other.line))",
            remedy: remedy(forAmbiguous: key, one, rival), place: fact.place, path: [one, rival]))
        break
      }
    }
    return found
  }

  /// Whether the closure of a given graph contains a registration.
  private func isIn(_ index: Int, _ graph: String?) -> Bool {
    graph != nil && registrations[index].fact.block == graph
  }

  /// Returns a problem for each ambiguous injection of an optional or a collection.
  ///
  /// The injection is ambiguous if one container registers both that type and its wrapped type or
  /// element type.
  private func compositesWithElements() -> [ProgramProblem] {
    possibleRequests.compactMap { fact in
      guard fact.frontEnd == .stitcher, let exact = fact.exact, !fact.isTolerated else {
        return nil
      }
      let parts = candidates(for: fact.key, of: .stitcher)
      let composites = candidates(for: .type(exact), of: .stitcher)
      let isHidden = makesGraphs && fact.graph != InjectionFact.processGraph
      for composite in composites where registrations[composite].takes(fact.parameters) == true {
        let part = parts.first { part in
          registrations[part].isTogether(with: registrations[composite])
            && registrations[part].matches(fact.key) == .yes
            && registrations[part].takes(fact.parameters) == true
            && (isAlways(part, in: fact.graph)
              || !registrations[part].fact.isConditional && !isHidden)
        }
        guard let part else { continue }
        return ProgramProblem(
          isError: true, kind: "ambiguous",
          message: "\(TypeNames.written(exact)) is injected, and one container registers both "
            + "\(shown(part)) (\(short(registrations[part].fact.place))) and "
            + "\(TypeNames.written(exact)) itself (\(short(registrations[composite].fact.place)))",
          remedy: "Remove one of them, or register one by a name, and inject it by that.",
          place: fact.place, path: [part, composite])
      }
      return nil
    }
  }

  /// Whether a registration is active in a graph for the graph's whole life.
  private func isAlways(_ index: Int, in graph: String?) -> Bool {
    let fact = registrations[index].fact
    return graph != nil && fact.block == graph && fact.branch?.contains("/") == false
  }

  /// Returns a warning for each registration that duplicates an earlier one of its container.
  private func duplicates() -> [ProgramProblem] {
    var found: [ProgramProblem] = []
    let blocks = Dictionary(
      grouping: registrations.indices.filter { registrations[$0].fact.branch != nil },
      by: { [registrations[$0].fact.block, registrations[$0].fact.branch] })
    for indices in blocks.values where indices.count > 1 {
      var firsts: [KeyFact: [Int]] = [:]
      for index in indices {
        guard registrations[index].fact.frontEnd == .stitcher,
          let key = registrations[index].keys.first
        else { continue }
        let earlier = (firsts[key] ?? []).first {
          registrations[$0].isEqual(to: registrations[index])
        }
        guard let earlier else {
          firsts[key, default: []].append(index)
          continue
        }
        found.append(
          ProgramProblem(
            isError: false, kind: "duplicate",
            message: "\(shown(index)) is registered twice in one container, and only the first "
              + "counts (\(registrations[earlier].fact.place.file.lastPathComponent):"
              + "\(registrations[earlier].fact.place.line))",
            remedy: "Remove one, or tell them apart by a name or an '.id(_:)'.",
            place: registrations[index].fact.place, path: [earlier, index]))
      }
    }
    return found
  }

  /// Returns a warning for each cached registration without an identity that captures changing
  /// state.
  ///
  /// A condition of the container has bound the captured value, or a constant holds the value of an
  /// observed property.
  private func stale() -> [ProgramProblem] {
    registrations.indices.compactMap { index in
      let registration = registrations[index]
      guard registration.isKept, !registration.fact.hasIdentity,
        let captured = registration.fact.captures.first ?? observed(by: registration.fact)
      else { return nil }
      return ProgramProblem(
        isError: false, kind: "stale",
        message: "\(shown(index)) is kept and captures '\(captured)': when '\(captured)' changes, "
          + "the old instance is still injected",
        remedy: "Distinguish the instances with '.id(\(captured))', or put it into "
          + "'DependencyGroup(for:)'.", place: registration.fact.place, path: [index])
    }
  }

  /// Returns the first captured constant that was initialized from an observed property.
  private func observed(by fact: RegistrationFact) -> String? {
    fact.reads.filter { !observed.isDisjoint(with: $0.value) }.keys.min()
  }

  /// Returns the name of a node for messages.
  func shown(_ node: Int) -> String {
    if let decorator = decorator(at: node) {
      return "decorator of \(decorations[decorator].fact.key.shown)"
    }
    let registration = registrations[node]
    return registration.keys.first?.shown ?? TypeNames.short(registration.fact.product ?? "?")
  }

  /// Removes the problems that comments silence, and adds warnings for comments that silence
  /// nothing.
  private func silence(_ problems: [ProgramProblem]) -> [ProgramProblem] {
    var needed: Set<SourcePlace> = []
    var left = problems.filter { problem in
      let ignore = ignores.first {
        $0.place.file == problem.place.file && $0.line == problem.place.line && !$0.reason.isEmpty
      }
      if let ignore { needed.insert(ignore.place) }
      return ignore == nil
    }
    for ignore in ignores {
      if ignore.reason.isEmpty {
        left.append(
          ProgramProblem(
            isError: false, kind: "ignore",
            message: "'stitcher:ignore' does not say why",
            remedy: "Write the reason behind it: '// stitcher:ignore the plugin registers it'.",
            place: ignore.place))
      } else if !needed.contains(ignore.place) {
        left.append(
          ProgramProblem(
            isError: false, kind: "ignore",
            message: "'stitcher:ignore' has no effect: the line has no problem",
            remedy: "Remove the comment.", place: ignore.place))
      }
    }
    return left
  }
}

extension Program {
  /// Returns a source location for messages: the file name and the line.
  func short(_ place: SourcePlace) -> String { "\(place.file.lastPathComponent):\(place.line)" }
}

extension String {
  /// The file name at the end of a path.
  var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

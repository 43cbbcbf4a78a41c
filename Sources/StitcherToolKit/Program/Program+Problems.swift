/// Something that is wrong, as the rules find it.
package struct ProgramProblem: Hashable, Sendable {
  /// Whether the program fails if it comes there.
  package var isError: Bool
  /// What it is, in one word.
  package var kind: String
  /// What is wrong, in one line.
  package var message: String
  /// What to do.
  package var remedy: String
  /// Where it is.
  package var place: SourcePlace
  /// The registrations that have to do with it: the path.
  var path: [Int] = []
}

// An error is only said where it is proven: where no branch of any container, and nothing that
// nobody sees, could make it right.
extension Program {
  /// All problems, in order of their places.
  ///
  /// - Complexity: As ``description()``.
  package func problems() -> [ProgramProblem] { problems(edges()) }

  /// All problems, in order of their places.
  func problems(_ edges: [Edge]) -> [ProgramProblem] {
    var all = missing() + ambiguous() + duplicates()
    all += cycles(edges) + captives(edges) + stale()
    // What a macro writes twice is wrong once.
    var told: Set<ProgramProblem> = []
    all.removeAll { !told.insert($0).inserted }
    return silence(all).sorted {
      ($0.place.file, $0.place.line, $0.place.column, $0.kind, $0.message)
        < ($1.place.file, $1.place.line, $1.place.column, $1.kind, $1.message)
    }
  }

  /// What is asked for, by injections and by registrations that say so.
  private var requests: [(key: KeyFact, demand: Demand, parameters: [String]?, fact: InjectionFact)]
  {
    injections.map { ($0.fact.key, $0.fact.demand, $0.fact.parameters, $0.fact) }
      + registrations.flatMap { registration in
        registration.fact.declared.map { need in
          (
            need.key, need.demand, [],
            InjectionFact(
              frontEnd: registration.fact.frontEnd, key: need.key, demand: need.demand,
              isCertain: true, unit: "", place: registration.fact.place)
          )
        }
      }
  }

  /// What is injected, and nobody registers, or nobody with such parameters.
  private func missing() -> [ProgramProblem] {
    var found: [ProgramProblem] = []
    for (key, demand, parameters, fact) in requests where demand == .one && !fact.isTolerated {
      // A key of a map has a default.
      guard fact.frontEnd != .stitch, !isOpen(for: key, of: fact.frontEnd) else { continue }
      let candidates = candidates(for: key, of: fact.frontEnd)
      if candidates.isEmpty {
        found.append(
          ProgramProblem(
            isError: true, kind: "missing",
            message: "\(key.shown) is injected, and nothing in '\(title)' registers it",
            remedy: remedy(forMissing: key, fact.frontEnd), place: fact.place))
      } else if candidates.allSatisfy({ registrations[$0].takes(parameters) == false }) {
        let wanted = candidates.compactMap { registrations[$0].fact.parameters }
          .map { "(\($0.map(TypeNames.short).joined(separator: ", ")))" }
        let passed = (parameters ?? []).map(TypeNames.short).joined(separator: ", ")
        found.append(
          ProgramProblem(
            isError: true, kind: "parameters",
            message: "\(key.shown) is injected with (\(passed)), and its factory takes "
              + wanted.sorted().joined(separator: " or "),
            remedy: "Pass what the factory takes, in the same order and of the same types.",
            place: fact.place, path: candidates))
      }
    }
    return found
  }

  /// What to do about something that is missing.
  private func remedy(forMissing key: KeyFact, _ frontEnd: FrontEnd) -> String {
    guard case .type(let type) = key else {
      return "Register a dependency by \(key.shown), or correct what is injected."
    }
    // A type that is made, but is not found by what is asked for.
    let name = TypeNames.short(type)
    switch frontEnd {
    case .stitcher:
      return "Add 'Dependency { … }' to a container for \(name), or say with "
        + "'.conforms(to:)' which one is a \(name)."
    case .dependencyInjection:
      return "Call 'register(type: \(name).self) { … }' on the container."
    case .swiftDependencyInjector, .stitch:
      return "Register an implementation of \(name)."
    }
  }

  /// What one is asked for of, where two stand in one container.
  private func ambiguous() -> [ProgramProblem] {
    var found: [ProgramProblem] = []
    for (key, demand, parameters, fact) in requests where demand != .all {
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
        // While a branch is not active, others may be found, or nothing. What stands in the graph
        // that is asked hides all others.
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
            remedy: "Name one of them, or inject all as [\(key.shown)].", place: fact.place,
            path: [one, rival]))
        break
      }
    }
    return found
  }

  /// Whether a registration is in a graph whenever that is there.
  private func isAlways(_ index: Int, in graph: String?) -> Bool {
    let fact = registrations[index].fact
    return graph != nil && fact.block == graph && fact.branch?.contains("/") == false
  }

  /// What is dropped, since it equals what stands before it.
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

  /// What is kept, and captures what a condition has bound or a constant has read of observed
  /// state, but does not say whose it is.
  private func stale() -> [ProgramProblem] {
    registrations.indices.compactMap { index in
      let registration = registrations[index]
      guard registration.isKept, !registration.fact.hasIdentity,
        let captured = registration.fact.captures.first ?? observed(by: registration.fact)
      else { return nil }
      return ProgramProblem(
        isError: false, kind: "stale",
        message: "\(shown(index)) is kept and captures '\(captured)': when '\(captured)' changes, "
          + "the instance of before is still injected",
        remedy: "Say whose it is with '.id(\(captured))', or put it into "
          + "'DependencyGroup(for:)'.", place: registration.fact.place, path: [index])
    }
  }

  /// The first constant with observed state that a factory captures.
  private func observed(by fact: RegistrationFact) -> String? {
    fact.reads.filter { !observed.isDisjoint(with: $0.value) }.keys.min()
  }

  /// What is kept, and needs what ends earlier.
  private func captives(_ edges: [Edge]) -> [ProgramProblem] {
    edges.compactMap { edge in
      let owner = registrations[edge.from]
      guard edge.isCertain, owner.isKept, let target = edge.onlyTarget,
        !isOpen(for: edge.key, of: owner.fact.frontEnd)
      else { return nil }
      let (user, needed) = (shown(edge.from), shown(target))
      let scope = owner.fact.scope ?? ""
      var problem = ProgramProblem(
        isError: true, kind: "captive",
        message: "\(user) is kept as \(scope) and needs \(needed), which is scoped: it would "
          + "outlive its graph",
        remedy: "Make \(user) '.scoped' too, or inject \(needed) where it is used.",
        place: edge.place, path: [edge.from, target])
      if registrations[target].fact.scope == "scoped" { return problem }
      guard endsEarlier(target, than: edge.from), holds(edge.from, edge.key) else { return nil }
      let other = scope == "managed" ? " by another source" : ""
      problem.message =
        "\(user) is kept as \(scope)\(other) and holds \(needed), which is managed: "
        + "it would hold the instance of before the source fired"
      problem.remedy =
        "Make \(user) '.managed' by the same source, or have it inject \(needed) "
        + "where it is used."
      return problem
    }
  }

  /// Whether one is managed, and the end of its instances surely does not end those of another.
  private func endsEarlier(_ index: Int, than other: Int) -> Bool {
    let (inner, outer) = (registrations[index].fact, registrations[other].fact)
    guard inner.scope == "managed" else { return false }
    if outer.scope != "managed" { return true }
    guard let one = inner.source, let two = outer.source, one != two else { return false }
    return sources.isSuperset(of: [one, two])
  }

  /// Whether what a registration makes holds what it finds by a key for as long as it lives.
  private func holds(_ index: Int, _ key: KeyFact) -> Bool {
    guard case .type(let type) = key, let product = registrations[index].fact.product else {
      return false
    }
    return held[product]?.contains(type) == true
  }

  /// What needs itself.
  private func cycles(_ edges: [Edge]) -> [ProgramProblem] {
    // Of a key for which a value is registered, the default may never be made.
    let replaced = replaced.union(
      replaced.flatMap { injectionsOfUnit[$0] ?? [] }.compactMap { index in
        guard case .type(let key) = injections[index].fact.key else { return nil }
        return key
      })
    let isReplaced = { (index: Int) in
      guard registrations[index].fact.frontEnd == .stitch else { return false }
      return registrations[index].keys.contains { $0.typeName.map(replaced.contains) ?? false }
    }
    var next: [Int: [Edge]] = [:]
    for edge in edges where edge.isCertain {
      guard let target = edge.onlyTarget, !isReplaced(target) else { continue }
      if !isOpen(for: edge.key, of: registrations[edge.from].fact.frontEnd) {
        next[edge.from, default: []].append(edge)
      }
    }
    // Depth first: 1 is on the way, 2 is done.
    var state: [Int: Int] = [:]
    var found: [ProgramProblem] = []
    for start in registrations.indices where state[start] == nil {
      var way: [(node: Int, edges: [Edge])] = [(start, next[start] ?? [])]
      state[start] = 1
      while let (node, edges) = way.popLast() {
        var left = edges
        guard let edge = left.popLast(), let target = edge.onlyTarget else {
          state[node] = 2
          continue
        }
        way.append((node, left))
        if state[target] == 1, let first = way.firstIndex(where: { $0.node == target }) {
          found.append(cycle(way[first...].map(\.node), edge))
        } else if state[target] == nil {
          state[target] = 1
          way.append((target, next[target] ?? []))
        }
      }
    }
    return found
  }

  /// Describes a cycle.
  private func cycle(_ nodes: [Int], _ last: Edge) -> ProgramProblem {
    let path = (nodes + nodes.prefix(1)).map(shown).joined(separator: " → ")
    return ProgramProblem(
      isError: true, kind: "cycle", message: "\(shown(nodes[0])) needs itself: \(path)",
      remedy: registrations[nodes[0]].fact.frontEnd == .stitch
        ? "Make one of them lazy: an '@Stitch' property reads the map when it is read itself."
        : "Make one of them lazy: an '@Injected' property is injected at its first read.",
      place: last.place, path: nodes + nodes.prefix(1))
  }

  /// What nothing in the program injects.
  package func unused() -> [UnusedRegistration] {
    guard !isOpen else { return [] }
    var asked: Set<Int> = []
    for (key, _, _, fact) in requests {
      if case .unknown(let locating) = key {
        // It may be any that is found that way.
        asked.formUnion(
          registrations.indices.filter { index in
            registrations[index].keys.contains { $0.locating == locating }
          })
      } else {
        asked.formUnion(candidates(for: key, of: fact.frontEnd))
      }
    }
    return registrations.indices.filter { index in
      // Anything may find what is found in a way that nobody knows.
      let isKnown = registrations[index].keys.allSatisfy {
        if case .unknown = $0 { return false }
        return true
      }
      return isKnown && !asked.contains(index) && !registrations[index].fact.isEager
    }
    .map { UnusedRegistration(name: shown($0), place: registrations[$0].fact.place) }
  }

  /// All that is registered, as ``unused()`` names it.
  func named() -> [UnusedRegistration] {
    registrations.indices.map {
      UnusedRegistration(name: shown($0), place: registrations[$0].fact.place)
    }
  }

  /// The name of a registration.
  func shown(_ index: Int) -> String {
    let registration = registrations[index]
    return registration.keys.first?.shown ?? TypeNames.short(registration.fact.product ?? "?")
  }

  /// Takes away what comments silence, and tells of comments that silence nothing.
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
            message: "'stitcher:ignore' is not needed: nothing is wrong on that line",
            remedy: "Remove the comment.", place: ignore.place))
      }
    }
    return left
  }
}

/// A registration that nothing injects.
package struct UnusedRegistration: Codable, Hashable, Sendable {
  /// What it is found by.
  package var name: String

  /// Where it is.
  package var place: SourcePlace

  /// Names a registration.
  package init(name: String, place: SourcePlace) {
    self.name = name
    self.place = place
  }
}

extension String {
  /// The name of a file.
  var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

package import StitcherDescription

extension Program {
  /// The program as a graph, with what is wrong.
  ///
  /// - Complexity: O(*n* · *e*) in the number of registrations and of what each can reach.
  package func description() -> GraphDescription {
    let edges = edges()
    let problems = problems(edges)
    let ids = identifiers()
    var nodes = registrations.indices.map { node($0, ids[$0]) }
    var drawn: [GraphDescription.Edge] = []
    var missing: Set<String> = []
    for edge in edges {
      for target in edge.targets {
        drawn.append(described(edge, ids[edge.from], ids[target]))
      }
      if edge.targets.isEmpty, edge.demand == .one, !isOpen {
        missing.insert(edge.key.shown)
        drawn.append(described(edge, ids[edge.from], "missing: \(edge.key.shown)"))
      }
    }
    addRoots(&nodes, &drawn, ids)
    nodes += missing.map { name in
      GraphDescription.Node(
        id: "missing: \(name)", kind: .missing, keys: [name], label: name, scope: "")
    }
    return GraphDescription(
      title: title, nodes: nodes, edges: Self.merged(drawn),
      problems: problems.map { described($0, ids) })
  }

  /// What identifies each registration: its first key, with a number where that is not unique.
  private func identifiers() -> [String] {
    var counts: [String: Int] = [:]
    var ids = [String](repeating: "", count: registrations.count)
    let order = registrations.indices.sorted {
      let (one, two) = (registrations[$0].fact.place, registrations[$1].fact.place)
      return (one.file, one.line, one.column) < (two.file, two.line, two.column)
    }
    for index in order {
      let key = Self.text(registrations[index].keys.first) ?? "?"
      let count = (counts[key] ?? 0) + 1
      counts[key] = count
      ids[index] = count == 1 ? key : "\(key)#\(count)"
    }
    return ids
  }

  /// The full text of a key.
  private static func text(_ key: KeyFact?) -> String? {
    guard let key else { return nil }
    if case .type(let type) = key { return type }
    return key.shown
  }

  /// Describes a registration.
  private func node(_ index: Int, _ id: String) -> GraphDescription.Node {
    let registration = registrations[index]
    let fact = registration.fact
    let locator: GraphDescription.Node.Locator =
      switch registration.keys.first?.locating {
      case .name: .name
      case .value: .value
      case .type: .type
      case nil: .keyPath
      }
    return GraphDescription.Node(
      id: id, locator: locator, keys: registration.keys.compactMap(Self.text),
      label: shown(index), product: fact.product, scope: fact.scope ?? "automatic",
      isEager: fact.isEager, module: registration.module, place: Self.place(fact.place),
      container: fact.container, isComplete: fact.isDeclared)
  }

  /// Describes a place.
  static func place(_ place: SourcePlace) -> GraphDescription.Place {
    GraphDescription.Place(file: place.file, line: place.line, column: place.column)
  }

  /// Describes what a registration needs.
  private func described(
    _ edge: Edge, _ from: String, _ target: String
  ) -> GraphDescription.Edge {
    let demand: GraphDescription.Edge.Demand =
      switch edge.demand {
      case .one: .one
      case .optional: .optional
      case .all: .all
      }
    let isSure = edge.targets.count < 2 || edge.demand == .all
    let isProven = isSure && (edge.isCertain || edge.isLazy)
    return GraphDescription.Edge(
      from: from, to: target,
      evidence: [edge.isDeclared ? .declared : isProven ? .proven : .possible], demand: demand,
      isLazy: edge.isLazy,
      place: Self.place(edge.place))
  }

  /// Describes a problem.
  private func described(
    _ problem: ProgramProblem, _ ids: [String]
  ) -> GraphDescription.Problem {
    GraphDescription.Problem(
      severity: problem.isError ? .error : .warning, kind: problem.kind,
      message: problem.message, remedy: problem.remedy, place: Self.place(problem.place),
      nodes: problem.path.map { ids[$0] })
  }

  /// Adds what injects and is no factory: types and functions from which the graph is entered.
  private func addRoots(
    _ nodes: inout [GraphDescription.Node], _ edges: inout [GraphDescription.Edge],
    _ ids: [String]
  ) {
    var inner: Set<Int> = []
    var products: Set<String> = []
    for registration in registrations {
      if let product = registration.fact.product { products.insert(TypeNames.base(product)) }
      guard let factory = registration.fact.factory else { continue }
      inner.formUnion(injections(from: factory).map(\.index))
    }
    var roots: [String: GraphDescription.Node] = [:]
    for (index, injection) in injections.enumerated() where !inner.contains(index) {
      let fact = injection.fact
      if let owner = fact.owner, products.contains(owner) { continue }
      // A default argument runs only where a call leaves it out; then the caller is the root.
      if fact.unit.contains("#") { continue }
      let name =
        fact.owner.map(TypeNames.short) ?? units[fact.unit]?.name ?? injection.module
      let id = "root: \(injection.module).\(name)"
      let targets = candidates(for: fact.key, of: fact.frontEnd)
      guard !targets.isEmpty else { continue }
      roots[id] =
        roots[id]
        ?? GraphDescription.Node(
          id: id, kind: .root, keys: [name], label: name, scope: "", module: injection.module,
          place: Self.place(fact.place))
      for target in targets {
        edges.append(
          GraphDescription.Edge(
            from: id, to: ids[target],
            evidence: [targets.count == 1 || fact.demand == .all ? .proven : .possible],
            demand: fact.demand == .one ? .one : fact.demand == .all ? .all : .optional,
            isLazy: fact.isLazy, place: Self.place(fact.place)))
      }
    }
    nodes += roots.values
  }

  /// Keeps one edge between two nodes: the strictest, and of such the one that is known best.
  private static func merged(_ edges: [GraphDescription.Edge]) -> [GraphDescription.Edge] {
    var kept: [[String]: GraphDescription.Edge] = [:]
    for edge in edges {
      let ends = [edge.from, edge.to]
      if let known = kept[ends] {
        let isStricter = known.isLazy && !edge.isLazy
        let isSurer = known.evidence == [.possible] && edge.evidence != [.possible]
        guard isStricter || known.isLazy == edge.isLazy && isSurer else { continue }
      }
      kept[ends] = edge
    }
    return Array(kept.values)
  }
}

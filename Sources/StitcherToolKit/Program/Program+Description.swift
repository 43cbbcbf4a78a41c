package import StitcherDescription

extension Program {
  /// Returns the dependency graph of the program, with its problems.
  ///
  /// - Complexity: O(*n* · *e*) in the number of registrations and of what each can reach.
  package func description() -> GraphDescription {
    let edges = edges()
    let problems = problems(edges)
    let ids = DrawnNodes(self)
    var nodes = registrations.indices.map { node($0, ids.registrations[$0]) }
    nodes += ids.decorated.map(node)
    // Each decorator depends on the decorated node.
    var drawn = ids.decorated.map {
      GraphDescription.Edge(
        from: $0.id, to: $0.inner, evidence: [$0.isSure ? .declared : .possible])
    }
    var missing: Set<String> = []
    for edge in edges {
      for from in ids.all(edge.from) {
        for target in edge.targets {
          drawn.append(described(edge, from, ids.found(target, by: edge.key)))
        }
        if edge.targets.isEmpty, edge.demand == .one, !isOpen {
          missing.insert(edge.key.shown)
          let absent = DrawnNodes.Target(id: "missing: \(edge.key.shown)", isSure: true)
          drawn.append(described(edge, from, absent))
        }
      }
    }
    addRoots(&nodes, &drawn, ids)
    nodes += missing.map { name in
      GraphDescription.Node(
        id: "missing: \(name)", kind: .missing, keys: [name], label: name, scope: "")
    }
    var description = GraphDescription(title: title, nodes: nodes, edges: Self.merged(drawn))
    let paths = GraphPaths(description)
    description.problems = problems.map { described($0, ids, paths) }
    return description
  }

  /// Returns the description of a registration's node.
  private func node(_ index: Int, _ id: String) -> GraphDescription.Node {
    let registration = registrations[index]
    let fact = registration.fact
    return GraphDescription.Node(
      id: id, locator: registration.keys.first?.locator ?? .keyPath,
      keys: registration.keys.map(\.text), label: shown(index), product: fact.product,
      scope: fact.scope ?? "automatic", isEager: fact.isEager, module: registration.module,
      place: Self.place(fact.place), container: fact.container, isComplete: fact.isDeclared)
  }

  /// Returns the description of a decorator's node.
  private func node(_ drawn: DrawnNodes.Decorated) -> GraphDescription.Node {
    let decoration = decorations[drawn.decorator]
    let fact = decoration.fact
    return GraphDescription.Node(
      id: drawn.id, kind: .decorator, locator: fact.key.locator, keys: [fact.key.text],
      label: fact.key.shown, product: fact.type, scope: drawn.scope, module: decoration.module,
      place: Self.place(fact.place), container: fact.container, isComplete: fact.isDeclared)
  }

  /// Returns the description of a source location.
  static func place(_ place: SourcePlace) -> GraphDescription.Place {
    GraphDescription.Place(file: place.file, line: place.line, column: place.column)
  }

  /// Returns the description of an edge between the nodes of a dependent and its dependency.
  private func described(
    _ edge: Edge, _ from: String, _ target: DrawnNodes.Target
  ) -> GraphDescription.Edge {
    let demand: GraphDescription.Edge.Demand =
      switch edge.demand {
      case .one: .one
      case .optional: .optional
      case .all: .all
      }
    let isSure = target.isSure && (edge.targets.count < 2 || edge.demand == .all)
    let isProven = isSure && (edge.isCertain || edge.isLazy)
    return GraphDescription.Edge(
      from: from, to: target.id,
      evidence: [edge.isDeclared ? .declared : isProven ? .proven : .possible], demand: demand,
      isLazy: edge.isLazy,
      place: Self.place(edge.place))
  }

  /// Returns the description of a problem.
  private func described(
    _ problem: ProgramProblem, _ ids: DrawnNodes, _ paths: GraphPaths
  ) -> GraphDescription.Problem {
    var path = problem.path.compactMap(ids.first)
    if let missing = problem.missing, let user = path.first {
      let way = paths.path(to: user)
      path = (way.isEmpty ? [user] : way) + ["missing: \(missing.shown)"]
    }
    return GraphDescription.Problem(
      severity: problem.isError ? .error : .warning, kind: problem.kind,
      message: problem.message, remedy: problem.remedy, place: Self.place(problem.place),
      nodes: path)
  }

  /// Adds the root nodes: the types and functions that inject dependencies and are no factories.
  private func addRoots(
    _ nodes: inout [GraphDescription.Node], _ edges: inout [GraphDescription.Edge],
    _ ids: DrawnNodes
  ) {
    var inner: Set<Int> = []
    var products: Set<String> = []
    for registration in registrations {
      if let product = registration.fact.product { products.insert(TypeNames.base(product)) }
      guard let factory = registration.fact.factory else { continue }
      inner.formUnion(injections(from: factory).map(\.index))
    }
    var requesting: [(fact: InjectionFact, module: String, name: String)] = []
    for (position, decoration) in decorations.enumerated() {
      let isDrawn = ids.first(node(ofDecorator: position)) != nil
      if isDrawn || isIdle(position) {
        inner.formUnion(injections(from: decoration.fact.factory).map(\.index))
        continue
      }
      // The decorator may decorate unknown registrations.
      requesting += requests(of: decoration.fact).map {
        ($0, decoration.module, decoration.fact.owner)
      }
    }
    for (index, injection) in injections.enumerated() where !inner.contains(index) {
      let fact = injection.fact
      if let owner = fact.owner, products.contains(owner) { continue }
      // A default argument runs only where a call leaves it out; then the caller is the root.
      if fact.unit.contains("#") { continue }
      let name =
        fact.owner.map(TypeNames.short) ?? functions[fact.unit]?.name ?? injection.module
      requesting.append((fact, injection.module, name))
    }
    var roots: [String: GraphDescription.Node] = [:]
    for (fact, module, name) in requesting {
      let id = "root: \(module).\(name)"
      let targets = candidates(for: fact.key, of: fact.frontEnd)
      guard !targets.isEmpty else { continue }
      roots[id] =
        roots[id]
        ?? GraphDescription.Node(
          id: id, kind: .root, keys: [name], label: name, scope: "", module: module,
          place: Self.place(fact.place))
      for target in targets {
        let found = ids.found(target, by: fact.key)
        let isSure = found.isSure && (targets.count == 1 || fact.demand == .all)
        edges.append(
          GraphDescription.Edge(
            from: id, to: found.id, evidence: [isSure ? .proven : .possible],
            demand: fact.demand == .one ? .one : fact.demand == .all ? .all : .optional,
            isLazy: fact.isLazy, place: Self.place(fact.place)))
      }
    }
    nodes += roots.values
  }

  /// Removes duplicate edges between the same two nodes.
  ///
  /// An eager edge is kept rather than a lazy one, and a proven edge rather than a possible one.
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

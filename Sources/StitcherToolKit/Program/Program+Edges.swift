extension Program {
  /// A dependency of a registration or a decorator.
  struct Edge: Hashable {
    /// The node that depends on the injected registrations.
    var from: Int
    /// The registrations that the injection may find.
    var targets: [Int]
    /// The injected key.
    var key: KeyFact
    /// The library through which the dependency is injected.
    var frontEnd: FrontEnd
    /// The number of dependencies that the injection requests.
    var demand: Demand
    /// Whether the injection runs at each call of the factory, before the factory returns.
    var isCertain: Bool
    /// Whether the injection runs after the factory has returned, at the first read of a property.
    var isLazy: Bool
    /// Whether the factory reads the lazy property before returning.
    var isRead = false
    /// Whether the registration declares the dependency.
    var isDeclared = false
    /// Where the values of the passed parameters come from, or `nil` if the source does not show
    /// that.
    var values: ParameterValues?
    /// The source location of the injection.
    var place: SourcePlace

    /// The only registration that the injection may find, or `nil` if there are several or none.
    var onlyTarget: Int? { targets.count == 1 ? targets[0] : nil }
  }

  /// Returns the dependencies of all registrations, then those of all decorators.
  func edges() -> [Edge] {
    var lazy: [String: [Int]] = [:]
    for (index, injection) in injections.enumerated() {
      if let owner = injection.fact.owner { lazy[owner, default: []].append(index) }
    }
    var edges: [Edge] = []
    for (index, registration) in registrations.enumerated() {
      let fact = registration.fact
      edges += declared(fact.declared, by: index, fact.frontEnd, fact.place)
      var seen: Set<Int> = []
      if let factory = fact.factory { edges += needs(of: factory, by: index, &seen) }
      for injection in lazy[TypeNames.base(fact.product ?? "")] ?? []
      where seen.insert(injection).inserted {
        edges.append(edge(from: index, injection, isCertain: false, isRead: false))
      }
    }
    for (position, decoration) in decorations.enumerated() {
      let (node, fact) = (node(ofDecorator: position), decoration.fact)
      edges += declared(fact.declared, by: node, .stitcher, fact.place)
      var seen: Set<Int> = []
      edges += needs(of: fact.factory, by: node, &seen)
    }
    return edges
  }

  /// Returns the edges for the dependencies that a registration or decorator declares.
  private func declared(
    _ needs: [RegistrationFact.Need], by node: Int, _ frontEnd: FrontEnd, _ place: SourcePlace
  ) -> [Edge] {
    needs.map { need in
      var edge = Edge(
        from: node, targets: [], key: need.key, frontEnd: frontEnd, demand: need.demand,
        isCertain: true, isLazy: false, isDeclared: true, values: .fixed, place: place)
      edge.targets = targets(of: edge, passing: [])
      return edge
    }
  }

  /// Returns the edges for the injections of a factory and of the functions that it calls.
  private func needs(of factory: String, by node: Int, _ seen: inout Set<Int>) -> [Edge] {
    injections(from: factory).map { injection, isCertain, isRead in
      seen.insert(injection)
      return edge(from: node, injection, isCertain: isCertain, isRead: isRead)
    }
  }

  /// Returns the edge from a node to the dependency of an injection.
  private func edge(from node: Int, _ injection: Int, isCertain: Bool, isRead: Bool) -> Edge {
    let fact = injections[injection].fact
    let isLazy = fact.isLazy && !isRead
    var edge = Edge(
      from: node, targets: [], key: fact.key, frontEnd: fact.frontEnd, demand: fact.demand,
      isCertain: isCertain && !isLazy, isLazy: isLazy, isRead: fact.isLazy && isRead,
      values: fact.values, place: fact.place)
    // A passed parameter is the factory's own only if the factory's own body injects.
    if fact.values == .passed, !runs(fact.unit, asFactoryOf: node) { edge.values = nil }
    edge.targets = targets(of: edge, passing: fact.parameters)
    return edge
  }

  /// Whether a function or closure is the factory of a registration.
  private func runs(_ unit: String, asFactoryOf node: Int) -> Bool {
    guard node < registrations.count else { return false }
    let fact = registrations[node].fact
    return unit == fact.factory || unit == fact.function
  }

  /// Returns the registrations that an edge may find.
  private func targets(of edge: Edge, passing parameters: [String]?) -> [Int] {
    candidates(for: edge.key, of: edge.frontEnd).filter {
      registrations[$0].takes(parameters ?? []) != false || edge.demand == .all
    }
  }
}

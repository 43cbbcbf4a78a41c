extension Program {
  /// That a registration or a decorator needs something.
  struct Edge: Hashable {
    /// The node that needs.
    var from: Int
    /// The registrations that it may find.
    var targets: [Int]
    /// The injected key.
    var key: KeyFact
    /// The library of the injection.
    var frontEnd: FrontEnd
    /// How many.
    var demand: Demand
    /// Whether it is asked for whenever the factory runs, before it returns.
    var isCertain: Bool
    /// Whether it is asked for after that.
    var isLazy: Bool
    /// Whether a lazy property is read before the factory returns.
    var isRead = false
    /// Whether the registration itself says so.
    var isDeclared = false
    /// Where the values of the passed parameters come from; nil if that is not known.
    var values: ParameterValues?
    /// Where.
    var place: SourcePlace

    /// The one that it surely finds, if it finds any.
    var onlyTarget: Int? { targets.count == 1 ? targets[0] : nil }
  }

  /// Returns the needs of all registrations, then those of all decorators.
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

  /// Returns the needs that a registration or a decorator declares.
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

  /// Returns the injections of a factory.
  private func needs(of factory: String, by node: Int, _ seen: inout Set<Int>) -> [Edge] {
    injections(from: factory).map { injection, isCertain, isRead in
      seen.insert(injection)
      return edge(from: node, injection, isCertain: isCertain, isRead: isRead)
    }
  }

  /// The need of a registration that an injection is.
  private func edge(from node: Int, _ injection: Int, isCertain: Bool, isRead: Bool) -> Edge {
    let fact = injections[injection].fact
    let isLazy = fact.isLazy && !isRead
    var edge = Edge(
      from: node, targets: [], key: fact.key, frontEnd: fact.frontEnd, demand: fact.demand,
      isCertain: isCertain && !isLazy, isLazy: isLazy, isRead: fact.isLazy && isRead,
      values: fact.values, place: fact.place)
    // A parameter is the factory's own only where the factory itself passes it.
    if fact.values == .passed, !runs(fact.unit, asFactoryOf: node) { edge.values = nil }
    edge.targets = targets(of: edge, passing: fact.parameters)
    return edge
  }

  /// Whether a unit is the factory of a registration.
  private func runs(_ unit: String, asFactoryOf node: Int) -> Bool {
    guard node < registrations.count else { return false }
    let fact = registrations[node].fact
    return unit == fact.factory || unit == fact.function
  }

  /// The registrations that a need may find.
  private func targets(of edge: Edge, passing parameters: [String]?) -> [Int] {
    candidates(for: edge.key, of: edge.frontEnd).filter {
      registrations[$0].takes(parameters ?? []) != false || edge.demand == .all
    }
  }
}

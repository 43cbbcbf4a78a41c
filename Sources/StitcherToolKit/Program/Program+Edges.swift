extension Program {
  /// That a registration needs another.
  struct Edge: Hashable {
    /// The registration that needs.
    var from: Int
    /// What it may find.
    var targets: [Int]
    /// What it asks for.
    var key: KeyFact
    /// How many.
    var demand: Demand
    /// Whether it is asked for whenever the factory runs, before it returns.
    var isCertain: Bool
    /// Whether it is asked for after that.
    var isLazy: Bool
    /// Whether the registration itself says so.
    var isDeclared = false
    /// Where.
    var place: SourcePlace

    /// The one that it surely finds, if it finds any.
    var onlyTarget: Int? { targets.count == 1 ? targets[0] : nil }
  }

  /// What each registration needs.
  func edges() -> [Edge] {
    var lazy: [String: [Int]] = [:]
    for (index, injection) in injections.enumerated() {
      if let owner = injection.fact.owner { lazy[owner, default: []].append(index) }
    }
    var edges: [Edge] = []
    for (index, registration) in registrations.enumerated() {
      let fact = registration.fact
      for need in fact.declared {
        var declared = edge(
          from: index, need.key, need.demand, nil, fact, isCertain: true, isLazy: false, fact.place)
        declared.isDeclared = true
        edges.append(declared)
      }
      var seen: Set<Int> = []
      if let factory = fact.factory {
        for (injection, isCertain) in injections(from: factory) {
          seen.insert(injection)
          edges.append(edge(from: index, injection, fact, isCertain: isCertain))
        }
      }
      for injection in lazy[TypeNames.base(fact.product ?? "")] ?? []
      where seen.insert(injection).inserted {
        edges.append(edge(from: index, injection, fact, isCertain: false))
      }
    }
    return edges
  }

  /// The need of a registration that an injection is.
  private func edge(
    from index: Int, _ injection: Int, _ fact: RegistrationFact, isCertain: Bool
  ) -> Edge {
    let injected = injections[injection].fact
    return edge(
      from: index, injected.key, injected.demand, injected.parameters, fact,
      isCertain: isCertain && !injected.isLazy, isLazy: injected.isLazy, injected.place)
  }

  /// A need of a registration.
  private func edge(
    from index: Int, _ key: KeyFact, _ demand: Demand, _ parameters: [String]?,
    _ fact: RegistrationFact, isCertain: Bool, isLazy: Bool, _ place: SourcePlace
  ) -> Edge {
    let targets = candidates(for: key, of: fact.frontEnd).filter {
      registrations[$0].takes(parameters ?? []) != false || demand == .all
    }
    return Edge(
      from: index, targets: targets, key: key, demand: demand, isCertain: isCertain,
      isLazy: isLazy, place: place)
  }
}

extension Program {
  /// What is kept, and needs what ends earlier.
  func captives(_ edges: [Edge]) -> [ProgramProblem] {
    edges.compactMap { edge in
      guard edge.isCertain, let target = edge.onlyTarget, !isOpen(for: edge.key, of: edge.frontEnd)
      else { return nil }
      if let decorator = decorator(at: edge.from) { return captive(edge, target, by: decorator) }
      let owner = registrations[edge.from]
      guard owner.isKept else { return nil }
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

  /// What is kept with a decorator that needs what is scoped: whoever asks for it there, it fails.
  private func captive(_ edge: Edge, _ target: Int, by decorator: Int) -> ProgramProblem? {
    guard edge.demand == .one, registrations[target].fact.scope == "scoped" else { return nil }
    let key = decorations[decorator].fact.key
    let all = candidates(for: key, of: .stitcher)
    let kept = all.filter { registrations[$0].isKept }
    // Either it comes and goes with what it decorates, or it decorates nothing that is not kept.
    let surely = kept.first { decorators(of: $0, foundBy: key).contains(decorator) }
    let only = kept.count == all.count && !isOpen(for: key, of: .stitcher) ? kept.first : nil
    guard let owner = surely ?? only, let scope = registrations[owner].fact.scope else {
      return nil
    }
    let (user, needed) = (shown(owner), shown(target))
    return ProgramProblem(
      isError: true, kind: "captive",
      message: "\(user) is kept as \(scope), and its \(shown(edge.from)) needs \(needed), which is "
        + "scoped: it would outlive its graph",
      remedy: "Make \(user) '.scoped' too, or inject \(needed) where it is used.",
      place: edge.place, path: [owner, edge.from, target])
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
}

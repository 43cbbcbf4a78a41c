extension Program {
  /// A dependency that the creation of a node always injects, directly or through instances that
  /// are not cached.
  private struct Need {
    /// The nodes from the dependent to the dependency, both included.
    var path: [Int]
    /// The first edge of the path.
    var first: Edge
    /// Whether each instance of the path stores the next one in a constant.
    var isHeld: Bool
  }

  /// Returns a problem for each cached instance that injects an instance with a shorter life.
  func captives(_ edges: [Edge]) -> [ProgramProblem] {
    let certain = Dictionary(
      grouping: edges.filter {
        $0.isCertain && $0.onlyTarget != nil && !isOpen(for: $0.key, of: $0.frontEnd)
      }, by: \.from)
    return registrations.indices.filter { registrations[$0].isKept }.flatMap { owner in
      needs(of: owner, certain).compactMap { captive($0, of: owner) }
    }
      + decorations.indices.flatMap { decorator in
        needs(of: node(ofDecorator: decorator), certain).compactMap { captive($0, by: decorator) }
      }
      + scopedInProcess(certain)
  }

  /// Returns the dependencies that the creation of a node surely injects.
  ///
  /// The dependencies of injected instances with scope `instance` are included, since those
  /// instances are created anew.
  ///
  /// - Parameter certain: The edges that surely run, by dependent node.
  ///
  /// - Complexity: O(*n*) in the number of reachable edges.
  private func needs(of start: Int, _ certain: [Int: [Edge]]) -> [Need] {
    var found: [Need] = []
    var known: Set = [start]
    var pending: [(path: [Int], first: Edge?, isHeld: Bool)] = [([start], nil, true)]
    var next = 0
    while next < pending.count {
      let (path, first, isHeld) = pending[next]
      next += 1
      guard let node = path.last else { continue }
      for edge in certain[node] ?? [] {
        guard let target = edge.onlyTarget else { continue }
        let need = Need(
          path: path + [target], first: first ?? edge, isHeld: isHeld && holds(node, edge.key))
        found.append(need)
        // Each node is visited once, since its dependencies are the same on each path.
        guard registrations[target].fact.scope == "instance", known.insert(target).inserted else {
          continue
        }
        pending.append((need.path, need.first, need.isHeld))
        for decorator in decorators(of: target, foundBy: edge.key) {
          let around = self.node(ofDecorator: decorator)
          if known.insert(around).inserted {
            pending.append((path + [around], need.first, false))
          }
        }
      }
    }
    return found
  }

  /// Returns a problem if a cached registration depends on an instance with a shorter life, or
  /// `nil`.
  private func captive(_ need: Need, of owner: Int) -> ProgramProblem? {
    guard let target = need.path.last else { return nil }
    let (user, needed, through) = (shown(owner), shown(target), through(need))
    let fact = registrations[owner].fact
    let origin = fact.statesScope ? "" : ", the default for classes without a scope,"
    if registrations[target].fact.scope == "scoped" {
      return ProgramProblem(
        isError: true, kind: "captive",
        message: "\(user) is kept as \(fact.scope ?? "")\(origin) and needs \(needed), which is "
          + "scoped\(through): the scoped instance would outlive its graph",
        remedy: remedy(forCaptive: needed, of: owner), place: need.first.place, path: need.path)
    }
    guard endsEarlier(target, than: owner), need.isHeld else { return nil }
    let other = fact.scope == "managed" ? " by another source" : ""
    return ProgramProblem(
      isError: true, kind: "captive",
      message: "\(user) is kept as \(fact.scope ?? "")\(other)\(origin) and holds \(needed), "
        + "which is managed\(through): it would retain the old instance after the source fires",
      remedy: "Make \(user) '.managed' by the same source, or have it inject \(needed) where it "
        + "is used.", place: need.first.place, path: need.path)
  }

  /// Returns a problem if a decorator of a cached instance depends on a scoped instance, or `nil`.
  private func captive(_ need: Need, by decorator: Int) -> ProgramProblem? {
    guard let target = need.path.last, need.first.demand == .one,
      registrations[target].fact.scope == "scoped"
    else { return nil }
    let decoration = decorations[decorator].fact
    let all = candidates(for: decoration.key, of: .stitcher)
    let kept = all.filter { registrations[$0].isKept }
    // Report only if the decorator is always active together with a cached registration, or if all
    // decorated instances are cached.
    let surely = kept.first { decorators(of: $0, foundBy: decoration.key).contains(decorator) }
    let only =
      kept.count == all.count && !isOpen(for: decoration.key, of: .stitcher) ? kept.first : nil
    guard let owner = surely ?? only else { return nil }
    let fact = registrations[owner].fact
    let origin = fact.statesScope ? "" : ", the default for classes without a scope"
    let needed = shown(target)
    return ProgramProblem(
      isError: true, kind: "captive",
      message: "\(shown(owner)) is kept as \(fact.scope ?? "")\(origin), and its "
        + "\(shown(need.path[0])) (\(short(decoration.place))) needs \(needed), which is "
        + "scoped\(through(need)): the scoped instance would outlive its graph",
      remedy: remedy(forCaptive: needed, of: owner), place: need.first.place,
      path: [owner] + need.path)
  }

  /// Returns the remedy for a cached instance that depends on a scoped instance.
  private func remedy(forCaptive needed: String, of owner: Int) -> String {
    "Add '.scope(.scoped)' or '.scope(.instance)' to the registration of \(shown(owner)) "
      + "(\(short(registrations[owner].fact.place))), or inject \(needed) where it is used."
  }

  /// Returns the text that names the nodes between the two ends of a path.
  private func through(_ need: Need) -> String {
    let between = need.path.dropFirst().dropLast().map { node in
      guard let decorator = decorator(at: node) else { return shown(node) }
      return "the \(shown(node)) (\(short(decorations[decorator].fact.place)))"
    }
    return between.isEmpty ? "" : ", through \(between.joined(separator: " → "))"
  }

  /// Returns a problem for each injection of a scoped instance from the process's graph, which has
  /// no scope.
  private func scopedInProcess(_ certain: [Int: [Edge]]) -> [ProgramProblem] {
    injections.compactMap { fact, _ in
      guard fact.graph == InjectionFact.processGraph, fact.demand == .one, !fact.isTolerated,
        !isOpen(for: fact.key, of: .stitcher)
      else { return nil }
      let targets = candidates(for: fact.key, of: .stitcher)
        .filter { registrations[$0].takes(fact.parameters) != false }
      guard targets.count == 1 else { return nil }
      let first = targets[0]
      var path: [Int]? = registrations[first].fact.scope == "scoped" ? [first] : nil
      if registrations[first].fact.scope == "instance" {
        path =
          needs(of: first, certain).first { need in
            need.path.last.map { registrations[$0].fact.scope == "scoped" } ?? false
          }?.path
      }
      guard let path, let target = path.last else { return nil }
      let needs = path.count == 1 ? "" : "needs \(shown(target)), which "
      return ProgramProblem(
        isError: true, kind: "scope",
        message: "\(shown(first)) is injected in the process's graph, and \(needs)is scoped: an "
          + "instance there would be shared by all requests",
        remedy: "Inject it in a graph of its own, in 'child().run { … }'; give a closure that runs "
          + "elsewhere that graph by 'bound { … }'.", place: fact.place, path: path)
    }
  }

  /// Whether a registration's managed instances end independently of another registration's
  /// instances.
  private func endsEarlier(_ index: Int, than other: Int) -> Bool {
    let (inner, outer) = (registrations[index].fact, registrations[other].fact)
    guard inner.scope == "managed" else { return false }
    if outer.scope != "managed" { return true }
    guard let one = inner.source, let two = outer.source, one != two else { return false }
    return sources.isSuperset(of: [one, two])
  }

  /// Whether a product stores the dependency with a key in a constant, and so for its whole life.
  private func holds(_ node: Int, _ key: KeyFact) -> Bool {
    guard case .type(let type) = key, decorator(at: node) == nil,
      let product = registrations[node].fact.product
    else { return false }
    return held[product]?.contains(type) == true
  }
}

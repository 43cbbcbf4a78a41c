// The candidates of a key, their decorators, and the places of their instances.

extension LifeModel {
  /// A candidate of a lookup, with the graph that creates and keeps its instance.
  struct Candidate {
    let declaration: Int
    let creator: Int
  }

  /// The target of a request: the instance of a declaration, or the result of its decorators.
  indirect enum Target {
    case plain(Candidate)
    /// A target with the decorators of one graph around it.
    case decorated(Target, by: [Int], key: LifeKey, in: Int)

    var declaration: Int {
      switch self {
      case .plain(let candidate): candidate.declaration
      case .decorated(let inner, _, _, _): inner.declaration
      }
    }

    /// The graph that creates the instance.
    var graph: Int {
      switch self {
      case .plain(let candidate): candidate.creator
      case .decorated(_, _, _, let graph): graph
      }
    }

    /// The layers of decorators, innermost first.
    var layers: [Layer] {
      switch self {
      case .plain: []
      case .decorated(let inner, let own, _, _):
        inner.layers + [Layer(inner: inner.graph, decorations: own)]
      }
    }

    /// The key of the lookup, if the target is decorated.
    var key: LifeKey? {
      if case .decorated(_, _, let key, _) = self { key } else { nil }
    }

    /// The place of the instance, if its scope keeps it.
    var place: Place {
      Place(graph: graph, declaration: declaration, layers: layers, key: key)
    }
  }

  /// Returns a graph with its parents, nearest first.
  func line(of graph: Int) -> [Int] {
    var line = [graph]
    while let parent = graphs[line[line.count - 1]]?.parent { line.append(parent) }
    return line
  }

  /// The nearest graph of a line that has ended.
  func ended(_ graph: Int) -> Int? { line(of: graph).first { graphs[$0]!.hasEnded } }

  /// Whether a graph, or one of its parents, has an observer.
  func isWatched(_ graph: Int) -> Bool { line(of: graph).contains(where: watched.contains) }

  /// Returns the active declarations of a graph and its parents.
  private func declared(from graph: Int) -> [(declaration: Int, graph: Int)] {
    line(of: graph).flatMap { graph in
      graphs[graph]!.active.flatMap { program.containers[$0].declarations }.map { ($0, graph) }
    }
  }

  /// Returns the graph that keeps the instances of a farther graph's declaration: the farther
  /// graph, unless an isolated graph lies between.
  private func keeper(of declaration: Int, of farther: Int, for graph: Int) -> Int {
    if !program.declarations[declaration].scope.isKept { return graph }
    return line(of: graph).first { $0 == farther || graphs[$0]!.isIsolated }!
  }

  /// Returns the candidates of a key in the nearest graph that has any, without duplicates.
  func candidates(for key: LifeKey, in graph: Int) -> [Candidate] {
    if ended(graph) != nil { return [] }
    let all = declared(from: graph).filter { program.declarations[$0.declaration].isFound(by: key) }
    var numbers: Set<Int> = []
    return all.filter { $0.graph == all[0].graph }.compactMap { declaration, farther in
      guard numbers.insert(declaration).inserted else { return nil }
      return Candidate(
        declaration: declaration, creator: keeper(of: declaration, of: farther, for: graph))
    }
  }

  /// Returns the candidates of a request for all dependencies, those of the farthest graph first.
  ///
  /// A child adds to its parents' candidates; an isolated graph with candidates hides all farther
  /// ones. If several graphs have a declaration, the nearest replaces the others.
  func allCandidates(for key: LifeKey, in graph: Int) -> [Candidate] {
    if ended(graph) != nil { return [] }
    var found: [Candidate] = []
    for farther in line(of: graph).reversed() {
      let own = graphs[farther]!.active.flatMap { program.containers[$0].declarations }
        .filter { program.declarations[$0].isFound(by: key) }
      if graphs[farther]!.isIsolated, !own.isEmpty { found = [] }
      for declaration in own {
        let candidate = Candidate(
          declaration: declaration, creator: keeper(of: declaration, of: farther, for: graph))
        let position = found.firstIndex { $0.declaration == declaration }
        if let position { found[position] = candidate } else { found.append(candidate) }
      }
    }
    return found
  }

  /// Returns a candidate with the decorators of its key.
  ///
  /// The graph that keeps the instance applies its own decorators and those of its parents. Each
  /// nearer graph adds its own decorators. An instance without a scope is decorated in the
  /// requesting graph.
  func layered(_ candidate: Candidate, by key: LifeKey, seenFrom graph: Int) -> Target {
    if ended(graph) != nil { return .plain(candidate) }
    let line = line(of: graph)
    let keeper = line.firstIndex(of: candidate.creator)!
    var target = Target.plain(candidate)
    for (position, place) in line.enumerated().reversed() where position <= keeper {
      let seen = position == keeper ? line[position...].reversed() : [place]
      let own = seen.flatMap { decorations(of: key, in: $0) }
      if !own.isEmpty { target = .decorated(target, by: own, key: key, in: place) }
    }
    return target
  }

  /// The decorators of a key in one graph alone, in order.
  private func decorations(of key: LifeKey, in graph: Int) -> [Int] {
    graphs[graph]!.active.flatMap { program.containers[$0].decorations }
      .filter { program.decorations[$0].key == key }
  }

  /// Whether an active declaration uses a place, also behind a parent that has ended.
  func isDeclared(_ place: Place) -> Bool {
    guard let key = place.key else {
      return declared(from: place.graph).contains { declaration, graph in
        let isThere = keeper(of: declaration, of: graph, for: place.graph) == place.graph
        return declaration == place.declaration && isThere
      }
    }
    let all =
      candidates(for: key, in: place.graph) + allCandidates(for: key, in: place.graph)
    return all.contains { candidate in
      candidate.declaration == place.declaration
        && layered(candidate, by: key, seenFrom: place.graph).place == place
    }
  }

  /// Whether the scope keeps instances.
  func isStored(_ target: Target) -> Bool {
    program.declarations[target.declaration].scope != .instance
  }

  /// Whether the creation of an instance must be awaited.
  func isAsynchronous(_ target: Target) -> Bool {
    program.declarations[target.declaration].isAsynchronous
      || target.layers.flatMap(\.decorations).contains { program.decorations[$0].isAsynchronous }
  }

  /// Returns the kept instance if it is alive.
  func live(_ target: Target) -> Int? {
    guard isStored(target), let one = kept[target.place], instances[one.serial] != nil else {
      return nil
    }
    return one.serial
  }
}

extension LifeDeclaration {
  /// Whether a key finds the declaration.
  fileprivate func isFound(by key: LifeKey) -> Bool {
    self.key == key || key == .being && isBeing
  }
}

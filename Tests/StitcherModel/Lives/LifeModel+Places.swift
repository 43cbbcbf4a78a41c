// What a key finds, what is around it, and where it is kept.

extension LifeModel {
  /// A declaration that a key finds, and the graph that keeps and makes its instance.
  struct Candidate {
    let declaration: Int
    let creator: Int
  }

  /// What is asked for: a declaration's instance, or what is around it.
  indirect enum Target {
    case plain(Candidate)
    /// What decorators of a graph have put around something.
    case decorated(Target, by: [Int], key: LifeKey, in: Int)

    /// The declaration.
    var declaration: Int {
      switch self {
      case .plain(let candidate): candidate.declaration
      case .decorated(let inner, _, _, _): inner.declaration
      }
    }

    /// The graph that makes it.
    var graph: Int {
      switch self {
      case .plain(let candidate): candidate.creator
      case .decorated(_, _, _, let graph): graph
      }
    }

    /// What is around the declaration's instance, the innermost first.
    var layers: [Layer] {
      switch self {
      case .plain: []
      case .decorated(let inner, let own, _, _):
        inner.layers + [Layer(inner: inner.graph, decorations: own)]
      }
    }

    /// What finds it, if something is around it.
    var key: LifeKey? {
      if case .decorated(_, _, let key, _) = self { key } else { nil }
    }

    /// Where it is kept, if it is.
    var place: Place {
      Place(graph: graph, declaration: declaration, layers: layers, key: key)
    }
  }

  /// The graph and those that it is built on, nearest first.
  func line(of graph: Int) -> [Int] {
    var line = [graph]
    while let parent = graphs[line[line.count - 1]]?.parent { line.append(parent) }
    return line
  }

  /// The nearest graph of a line that has ended.
  func ended(_ graph: Int) -> Int? { line(of: graph).first { graphs[$0]!.hasEnded } }

  /// Whether somebody watches a graph, or one that it is built on.
  func isWatched(_ graph: Int) -> Bool { line(of: graph).contains(where: watched.contains) }

  /// Returns what graphs of a line have active.
  private func declared(from graph: Int) -> [(declaration: Int, graph: Int)] {
    line(of: graph).flatMap { graph in
      graphs[graph]!.active.flatMap { program.containers[$0].declarations }.map { ($0, graph) }
    }
  }

  /// Returns the graph that keeps the instances of a declaration of a farther one: that one, unless
  /// an isolated graph stands before it.
  private func keeper(of declaration: Int, of farther: Int, for graph: Int) -> Int {
    if !program.declarations[declaration].scope.isKept { return graph }
    return line(of: graph).first { $0 == farther || graphs[$0]!.isIsolated }!
  }

  /// Returns what a key finds: what the nearest graph has that has any; the same ones once.
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

  /// Returns everything that a key finds where all are asked for, the farthest graph first: a child
  /// adds to its parents, an isolated graph that has any hides all farther ones. Of the same ones,
  /// the nearest takes the place of the others.
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

  /// Puts around a candidate what decorates the key that has found it: where it is kept, all that
  /// is seen there, and in each nearer graph what that adds. What is not kept is decorated where
  /// it is asked for.
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

  /// The decorators of a key that a graph itself has, in order.
  private func decorations(of key: LifeKey, in graph: Int) -> [Int] {
    graphs[graph]!.active.flatMap { program.containers[$0].decorations }
      .filter { program.decorations[$0].key == key }
  }

  /// Whether something that is active leads to a place, also behind a parent that has ended.
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

  /// Whether instances are kept.
  func isStored(_ target: Target) -> Bool {
    program.declarations[target.declaration].scope != .instance
  }

  /// Whether an instance has to be awaited.
  func isAsynchronous(_ target: Target) -> Bool {
    program.declarations[target.declaration].isAsynchronous
      || target.layers.flatMap(\.decorations).contains { program.decorations[$0].isAsynchronous }
  }

  /// The instance that is kept and lives.
  func live(_ target: Target) -> Int? {
    guard isStored(target), let one = kept[target.place], instances[one.serial] != nil else {
      return nil
    }
    return one.serial
  }
}

extension LifeDeclaration {
  /// Whether a key finds it.
  fileprivate func isFound(by key: LifeKey) -> Bool {
    self.key == key || key == .being && isBeing
  }
}

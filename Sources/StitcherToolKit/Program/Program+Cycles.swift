extension Program {
  /// A dependency that is always injected, with the node of the injected registration or decorator.
  private struct Step {
    var edge: Edge
    /// The node of the injected registration, or of a decorator of that registration.
    var target: Int
  }

  /// Returns a problem for each dependency cycle.
  func cycles(_ edges: [Edge]) -> [ProgramProblem] {
    let next = steps(edges)
    // Depth-first search: 1 means that the node is on the current path, 2 that it is done.
    var state: [Int: Int] = [:]
    var found: [ProgramProblem] = []
    for start in 0..<registrations.count + decorations.count where state[start] == nil {
      var way: [(node: Int, steps: [Step])] = [(start, next[start] ?? [])]
      state[start] = 1
      while let (node, steps) = way.popLast() {
        var left = steps
        guard let step = left.popLast() else {
          state[node] = 2
          continue
        }
        way.append((node, left))
        if state[step.target] == 1, let first = way.firstIndex(where: { $0.node == step.target }) {
          let nodes = way[first...].map(\.node)
          if repeats(nodes, next) {
            found.append(cycle(nodes, step.edge.place, isRead: reads(nodes, next)))
          }
        } else if state[step.target] == nil {
          state[step.target] = 1
          way.append((step.target, next[step.target] ?? []))
        }
      }
    }
    return found + decoratorCycles(edges, next, besides: Set(found.flatMap(\.path)))
  }

  /// Whether a cycle of nodes recurs with equal parameters, and so never ends.
  ///
  /// This is so if one edge of the cycle always passes the same values, or none. It is also so if
  /// all edges pass their own parameters on, since then there are finitely many values.
  private func repeats(_ nodes: [Int], _ next: [Int: [Step]]) -> Bool {
    let needs = needs(nodes, next).map { $0.map(\.values) }
    return needs.contains { $0.contains(.fixed) } || needs.allSatisfy { $0.contains(.passed) }
  }

  /// Whether a cycle exists because a lazy property is read before its owner's factory returns.
  private func reads(_ nodes: [Int], _ next: [Int: [Step]]) -> Bool {
    needs(nodes, next).contains { !$0.isEmpty && $0.allSatisfy(\.isRead) }
  }

  /// Returns the edges from each node of a cycle to the next one.
  private func needs(_ nodes: [Int], _ next: [Int: [Step]]) -> [[Edge]] {
    zip(nodes, nodes.dropFirst() + nodes.prefix(1)).map { node, target in
      (next[node] ?? []).filter { $0.target == target }.map(\.edge)
    }
  }

  /// Returns the dependencies that each node's factory always injects, keyed by the node.
  ///
  /// These are the injected registrations, and the decorators that are active whenever those
  /// registrations are.
  private func steps(_ edges: [Edge]) -> [Int: [Step]] {
    // If a value is registered for a key, the key's default may never be created.
    let replaced = replaced.union(
      replaced.flatMap { injectionsOfUnit[$0] ?? [] }.compactMap { index in
        guard case .type(let key) = injections[index].fact.key else { return nil }
        return key
      })
    let isReplaced = { (index: Int) in
      guard registrations[index].fact.frontEnd == .stitch else { return false }
      return registrations[index].keys.contains { $0.typeName.map(replaced.contains) ?? false }
    }
    var next: [Int: [Step]] = [:]
    for edge in edges where edge.isCertain {
      guard let target = edge.onlyTarget, !isReplaced(target),
        !isOpen(for: edge.key, of: edge.frontEnd)
      else { continue }
      next[edge.from, default: []].append(Step(edge: edge, target: target))
      guard edge.demand == .one, edge.frontEnd == .stitcher else { continue }
      next[edge.from, default: []] += decorators(of: target, foundBy: edge.key).map {
        Step(edge: edge, target: node(ofDecorator: $0))
      }
    }
    return next
  }

  /// Returns a problem for each decorator that injects its own key in the graph in which the
  /// decorator runs.
  ///
  /// That graph contains the decorator, so the decorator applies to any registration found there.
  ///
  /// - Parameter known: The nodes of cycles that were reported before.
  private func decoratorCycles(
    _ edges: [Edge], _ next: [Int: [Step]], besides known: Set<Int>
  ) -> [ProgramProblem] {
    if decorations.isEmpty { return [] }
    let requesting = Dictionary(
      grouping: edges.filter {
        $0.isCertain && $0.demand == .one && $0.frontEnd == .stitcher && $0.values == .fixed
          && !isOpen(for: $0.key, of: .stitcher)
      }, by: \.from)
    return decorations.indices.compactMap { decorator in
      let (start, key) = (node(ofDecorator: decorator), decorations[decorator].fact.key)
      guard !known.contains(start), !candidates(for: key, of: .stitcher).isEmpty else { return nil }
      var users: [Int: Int] = [:]
      var pending = [start]
      while let node = pending.popLast() {
        let again = requesting[node]?.first { LinkedRegistration.compare(key, $0.key) == .yes }
        if let again {
          var path = [node]
          while let user = users[path[0]] { path.insert(user, at: 0) }
          return cycle(path, again.place)
        }
        for step in next[node] ?? [] {
          guard step.target != start, users[step.target] == nil, let found = step.edge.onlyTarget,
            isSeen(decorator, by: found)
          else { continue }
          users[step.target] = node
          pending.append(step.target)
        }
      }
      return nil
    }
  }

  /// Whether a decorator applies in the graph in which a registration's factory runs.
  ///
  /// A factory with scope `instance` or `scoped` runs in the injecting graph, which contains the
  /// decorator. Any other factory runs in the graph of its container, which contains the decorator
  /// if both are always active together.
  private func isSeen(_ decorator: Int, by registration: Int) -> Bool {
    let scope = registrations[registration].fact.scope
    return registrations[registration].fact.frontEnd == .stitcher
      && (scope == "instance" || scope == "scoped" || isTogether(decorator, with: registration))
  }

  /// Returns the problem of a dependency cycle. The described path starts at a registration, if the
  /// cycle contains one.
  private func cycle(
    _ nodes: [Int], _ place: SourcePlace, isRead: Bool = false
  ) -> ProgramProblem {
    let first = nodes.firstIndex { decorator(at: $0) == nil } ?? 0
    let nodes = Array(nodes[first...] + nodes[..<first])
    let all = nodes + nodes.prefix(1)
    return ProgramProblem(
      isError: true, kind: "cycle",
      message: "\(shown(nodes[0])) needs itself: \(all.map(shown).joined(separator: " → "))",
      remedy: isRead
        ? "Read the lazy property later than in the initializer or the factory of its owner."
        : remedy(forCycle: nodes), place: place, path: all)
  }

  /// Returns the remedy for a dependency cycle.
  private func remedy(forCycle nodes: [Int]) -> String {
    if nodes.count == 1, decorator(at: nodes[0]) != nil {
      return "Use the decorator's argument, which is the decorated instance."
    }
    let later =
      "Declare the reference back as '@WeakInjected var', which is injected at its first read and "
      + "held weakly, or as '@Injected var' if the instances do not hold each other"
    if let decorated = nodes.lazy.compactMap({ decorator(at: $0) }).first {
      return "\(later); or inject the decorated dependency by another key than "
        + "\(decorations[decorated].fact.key.shown)."
    }
    switch registrations[nodes[0]].fact.frontEnd {
    case .stitcher: return later + "."
    case .stitch:
      return "Make one of them lazy: an '@Stitch' property reads the map when it is read itself."
    case .dependencyInjection:
      return "Make one of them lazy: a '@LazyInjected' property is resolved at its first read."
    case .swiftDependencyInjector:
      return "Make one of them lazy: an '@Inject' property is injected at its first read."
    }
  }
}

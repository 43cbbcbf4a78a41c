package import StitcherDescription

/// The nodes and edges of a dependency graph, with the shortest path to each node.
package struct GraphPaths: Sendable {
  /// The nodes, by identifier.
  let nodes: [String: GraphDescription.Node]

  /// The edges from each node to its dependencies.
  let needs: [String: [GraphDescription.Edge]]

  /// The edges from the dependents of each node to the node.
  let needed: [String: [GraphDescription.Edge]]

  /// The predecessor of each reachable node on a shortest path. The first node of a path is its own
  /// predecessor.
  private var origins: [String: String] = [:]

  /// Finds the nodes that are reachable from roots and from eager registrations.
  ///
  /// - Complexity: O(*n* + *e*) in the number of nodes and edges.
  package init(_ graph: GraphDescription) {
    nodes = Dictionary(graph.nodes.map { ($0.id, $0) }) { first, _ in first }
    needs = Dictionary(grouping: graph.edges, by: \.from)
    needed = Dictionary(grouping: graph.edges, by: \.to)
    var pending: [String] = []
    for node in graph.nodes where node.kind == .root || node.isEager {
      origins[node.id] = node.id
      pending.append(node.id)
    }
    var next = 0
    while next < pending.count {
      for edge in needs[pending[next]] ?? [] where origins[edge.to] == nil {
        origins[edge.to] = pending[next]
        pending.append(edge.to)
      }
      next += 1
    }
  }

  /// Returns the edge from a decorator to the decorated node, or `nil` for another node.
  package func decorated(by node: GraphDescription.Node) -> GraphDescription.Edge? {
    guard node.kind == .decorator, let key = node.keys.first else { return nil }
    let found = (needs[node.id] ?? []).filter { edge in
      guard let inner = nodes[edge.to], inner.id != node.id else { return false }
      return inner.locator == node.locator && inner.keys.contains(key)
    }
    // In a cycle, the decorator may depend on an outer decorator of the same key.
    return found.first { nodes[$0.to]?.kind == .registration } ?? found.first
  }

  /// Whether an edge leads from a decorator to the decorated node.
  package func isDecoration(_ edge: GraphDescription.Edge) -> Bool {
    nodes[edge.from].flatMap(decorated) == edge
  }

  /// Returns the edges to the dependencies of a node, without the decorated node.
  package func needsOfItsOwn(_ node: GraphDescription.Node) -> [GraphDescription.Edge] {
    let inner = decorated(by: node)
    return (needs[node.id] ?? []).filter { $0 != inner }
  }

  /// Returns the decorators of a node, the innermost first. The decorators of one key are
  /// consecutive.
  package func decorators(of id: String) -> [GraphDescription.Node] {
    var found: [GraphDescription.Node] = []
    var known: Set = [id]
    var pending = [id]
    while let inner = pending.popLast() {
      for edge in needed[inner] ?? [] where isDecoration(edge) {
        guard let decorator = nodes[edge.from], known.insert(edge.from).inserted else { continue }
        found.append(decorator)
        pending.append(decorator.id)
      }
    }
    return found
  }

  /// Returns the name of a node for messages.
  func label(_ id: String) -> String {
    guard let node = nodes[id] else { return id }
    return node.kind == .decorator ? "decorator of \(node.label)" : node.label
  }

  /// Whether a node is reachable from a root or an eager registration.
  package func isReached(_ id: String) -> Bool { origins[id] != nil }

  /// Returns the shortest path from a root or an eager registration to a node, or an empty array if
  /// the node is unreachable.
  package func path(to id: String) -> [String] {
    var path: [String] = []
    var current = id
    while let origin = origins[current] {
      path.append(current)
      if origin == current { break }
      current = origin
    }
    return path.reversed()
  }
}

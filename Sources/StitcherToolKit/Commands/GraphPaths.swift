package import StitcherDescription

/// Which nodes of a graph are reached, and how.
package struct GraphPaths: Sendable {
  /// The nodes by their identifiers.
  let nodes: [String: GraphDescription.Node]

  /// What each node needs.
  let needs: [String: [GraphDescription.Edge]]

  /// What needs each node.
  let needed: [String: [GraphDescription.Edge]]

  /// From which node each was reached first; itself where a path begins.
  private var origins: [String: String] = [:]

  /// Follows all edges from where paths begin: what injects outside of factories, and what is
  /// eager.
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

  /// Whether a node is reached.
  package func isReached(_ id: String) -> Bool { origins[id] != nil }

  /// The shortest path to a node from where it begins; empty if it is not reached.
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

internal import StitcherEngine

extension Graph {
  /// Returns the graphs built on this one, which has no parent, that register one of several keys:
  /// isolated ones, in the order in which they were made, and children, by name. A child is only
  /// known here if something was injected from it since the last change of its parents.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// Their snapshots are left alone: whoever has one is told of each change of this graph.
  ///
  /// - Parameter types: The types of the parameters; nil if any will do.
  /// - Complexity: O(*n*) in the number of graphs, and that of their own registries.
  func graphs(
    having keys: [LookupKey], taking types: [any Any.Type]?
  ) -> (isolated: [Graph], children: [Graph]) {
    func declares(_ graph: Graph) -> Bool {
      keys.contains { graph.declares($0, taking: types) }
    }
    var found: [(number: UInt64, graph: Graph)] = []
    for (number, isolated) in isolatedGraphs {
      if isolated.lineage.contains(where: { $0 !== self && declares($0) }) {
        found.append((number, isolated))
      }
    }
    var children: [Graph] = []
    var open = followingGraphs
    while let graph = open.popLast() {
      if !graph.isIsolated, declares(graph) { children.append(graph) }
      open += graph.followingGraphs
    }
    return (
      found.sorted { $0.number < $1.number }.map { $0.graph },
      children.sorted { ($0.name ?? "") < ($1.name ?? "") }
    )
  }
}

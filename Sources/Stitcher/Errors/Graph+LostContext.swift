internal import StitcherEngine

extension Graph {
  /// Returns the graphs that register at least one of the given keys: isolated graphs, and child
  /// graphs of the process graph.
  ///
  /// The isolated graphs are in the order of their creation, the children in the order of their
  /// names. A child is included only if a lookup was made in it since the last change of its
  /// parents.
  ///
  /// This method compares values with `==`, which is user code, so it must be called outside every
  /// lock and read section. It builds no snapshots, since a graph with a snapshot receives a
  /// notification of each change of its parent.
  ///
  /// - Parameter types: The types of the parameters, or `nil` to accept any.
  /// - Complexity: O(*n*) in the number of graphs and of their own registries.
  func graphs(
    having keys: [LookupKey], taking types: [any Any.Type]?
  ) -> (isolated: [Graph], children: [Graph]) {
    func declares(_ graph: Graph) -> Bool {
      keys.contains { graph.declares($0, taking: types) }
    }
    let isolated = isolatedGraphs.filter { isolated -> Bool in
      isolated.lineage.contains { $0 !== self && declares($0) }
    }
    var children: [Graph] = []
    var open = followingGraphs
    while let graph = open.popLast() {
      if !graph.isIsolated, declares(graph) { children.append(graph) }
      open += graph.followingGraphs
    }
    return (isolated, children.sorted { ($0.name ?? "") < ($1.name ?? "") })
  }
}

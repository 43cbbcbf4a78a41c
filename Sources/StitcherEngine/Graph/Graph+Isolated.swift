// Who asks the graph of the process because he has lost his own finds out here that he has: which
// isolated graphs there are, and what they have, is known to the graph that all are built on.

extension Graph {
  /// The farthest of the graph's parents, or the graph itself.
  var root: Graph {
    lineage.reduce(self) { $1 }
  }

  /// The graph and its parents, the nearest first.
  package var lineage: some Sequence<Graph> { sequence(first: self) { $0.parent } }

  /// Has the farthest parent know of this isolated graph.
  func enlist() {
    root.withState { state in
      state.isolatedCount += 1
      state.isolated[ObjectIdentifier(self)] = (state.isolatedCount, reference)
    }
  }

  /// Has the farthest parent forget this isolated graph.
  func delist() {
    // Let go outside the lock.
    let old = root.withState { $0.isolated.removeValue(forKey: ObjectIdentifier(self)) }
    withExtendedLifetime(old) {}
  }

  /// The isolated graphs that are built on this one, which has no parent, with their numbers: those
  /// that were made later have higher ones. In no order.
  package var isolatedGraphs: [(number: UInt64, graph: Graph)] {
    withState { Array($0.isolated.values) }.compactMap { number, reference in
      reference.object.map { (number, $0) }
    }
  }

  /// The graphs that are built on this one and have looked something up since its last change. In
  /// no order.
  package var followingGraphs: [Graph] { followers?.with { $0.all } ?? [] }

  /// Whether one of the graph's own registries has something that a key finds and that takes
  /// parameters of those types; any, if they are nil.
  package func declares(_ key: LookupKey, taking types: [any Any.Type]?) -> Bool {
    withState { $0.registries }.contains { active in
      var isDeclared = false
      active.contents.forEach(key) { registration in
        isDeclared = types.map { registration.takes($0) } ?? true
        return !isDeclared
      }
      return isDeclared
    }
  }
}

// The root of a tree of graphs lists all isolated graphs. So an error can tell a caller that a type
// is registered in an isolated graph that the caller's thread or task has left by mistake.

extension Graph {
  /// The outermost ancestor of this graph; the graph itself if it has no parent.
  var root: Graph {
    lineage.reduce(self) { $1 }
  }

  /// The graph and its ancestors, the nearest first.
  package var lineage: some Sequence<Graph> { sequence(first: self) { $0.parent } }

  /// Adds this isolated graph to the root graph's list of isolated graphs.
  func addToRoot() {
    root.withState { state in
      state.isolatedCount += 1
      state.isolated[ObjectIdentifier(self)] = (state.isolatedCount, reference)
    }
  }

  /// Removes this isolated graph from the root graph's list of isolated graphs.
  func removeFromRoot() {
    // The reference is released outside the lock.
    let old = root.withState { $0.isolated.removeValue(forKey: ObjectIdentifier(self)) }
    withExtendedLifetime(old) {}
  }

  /// The isolated graphs that descend from this root graph, in no order.
  ///
  /// A graph that was created later has a higher number.
  package var isolatedGraphs: [(number: UInt64, graph: Graph)] {
    withState { Array($0.isolated.values) }.compactMap { number, reference in
      reference.object.map { (number, $0) }
    }
  }

  /// The child graphs that have looked up a key since this graph last changed, in no order.
  package var followingGraphs: [Graph] { followers?.with { $0.all } ?? [] }

  /// Whether this graph itself has a registration for a key. Registries of ancestors do not count.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - types: The types of the registration's parameters; `nil` if registrations with any
  ///     parameters count.
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

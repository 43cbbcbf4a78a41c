// The root of a tree of graphs lists all isolated graphs. So an error can tell a caller that a type
// is registered in an isolated graph that the caller's thread or task has left by mistake.

extension Graph {
  /// The outermost ancestor of this graph; the graph itself if it has no parent.
  var root: Graph { lineage.reduce(self) { $1 } }

  /// This graph, followed by its ancestors from the parent to the root.
  package var lineage: some Sequence<Graph> { sequence(first: self) { $0.parent } }

  /// The isolated graphs that descend from this root graph, in order of creation.
  ///
  /// The sequence retains one graph at a time. If an owner releases a graph during the iteration,
  /// the graph's instances are released only when the iteration continues.
  package var isolatedGraphs: some Sequence<Graph> {
    // Copied under the lock. The thread sanitizer does not see that a change of the list happens
    // after the release of a shared copy.
    withState { $0.isolated.map { $0 } }.lazy.compactMap(\.object)
  }

  /// The *followers* of this graph: the child graphs that each change of this graph has to notify.
  ///
  /// They are in no order.
  package var followingGraphs: [Graph] { followers?.with { $0.children(removing: false) } ?? [] }

  /// Whether this graph itself, without its ancestors, has a registration for a key and the given
  /// parameter types.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - types: The types of the registration's parameters; `nil` if registrations with any
  ///     parameters count.
  package func declares(_ key: LookupKey, taking types: [any Any.Type]?) -> Bool {
    withState { $0.registries }.contains { active in
      active.contents.first(key) { registration in
        types.map { registration.takes($0) } ?? true
      } != nil
    }
  }
}

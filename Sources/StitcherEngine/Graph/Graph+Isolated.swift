// Who asks the graph of the process because he has lost his own finds out here that he has: which
// isolated graphs there are, and what they have, is known to the graph that all are built on.

extension Graph {
  /// The farthest of the graph's parents, or the graph itself.
  var root: Graph {
    var graph = self
    while let parent = graph.parent { graph = parent }
    return graph
  }

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

  /// Returns the isolated graphs, built on this one, that have what a failure says is missing here,
  /// in the order in which they were made.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// Their snapshots are left alone: whoever has one is told of each change of this graph.
  ///
  /// - Complexity: O(*n*) in the number of isolated graphs, and that of their own registries.
  package func isolatedGraphs(having failure: ResolutionFailure) -> [Graph] {
    guard case .missing(let key) = failure.reason else { return [] }
    let types = failure.parameterTypes
    var found: [(number: UInt64, graph: Graph)] = []
    for (number, reference) in withState({ Array($0.isolated.values) }) {
      guard let isolated = reference.object else { continue }
      var graph = isolated
      while let parent = graph.parent {
        if graph.declares(key, taking: types) {
          found.append((number, isolated))
          break
        }
        graph = parent
      }
    }
    return found.sorted { $0.number < $1.number }.map { $0.graph }
  }

  /// Whether one of the graph's own registries has something that a key finds and that takes
  /// parameters of those types.
  private func declares(_ key: LookupKey, taking types: [any Any.Type]) -> Bool {
    withState { $0.registries }.contains { active in
      var isDeclared = false
      active.contents.forEach(key) { registration in
        isDeclared = registration.takes(types)
        return !isDeclared
      }
      return isDeclared
    }
  }

  /// Whether one of the graph's parents has something that is found by a key of a registration, and
  /// takes the same parameters.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  package func overrides(_ registration: Registration) -> Bool {
    guard let parent else { return false }
    let snapshot = parent.snapshot
    return registration.locator.keys.contains { key in
      snapshot.registrations(for: key).contains {
        $0.registration.hasSameParameters(as: registration)
      }
    }
  }
}

package import StitcherEngine

extension Graph {
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
    for (number, isolated) in isolatedGraphs {
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

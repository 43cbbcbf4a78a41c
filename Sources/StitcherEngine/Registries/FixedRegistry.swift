/// A registry whose contents are replaced as a whole.
package final class FixedRegistry: Registry {
  /// The contents, and the graphs in which they are active.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = AttachedGraphs()
  }

  /// Creates a registry.
  package init(contents: RegistrationSet = RegistrationSet()) {
    state = Lock(State(contents: contents))
  }

  /// What the registry holds.
  package var contents: RegistrationSet { state.withLock { $0.contents } }

  package var current: (contents: RegistryContents, version: UInt64) {
    state.withLock { (.fixed($0.contents), $0.version) }
  }

  package func attach(_ graph: Graph, version: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.graphs.insert(graph)
      return true
    }
  }

  package func detach(_ graph: ObjectIdentifier) { state.withLock { $0.graphs.remove(graph) } }

  /// Replaces the contents, here and in every graph in which the registry is active.
  ///
  /// Registrations that are equal to earlier ones keep their instances; those that are gone release
  /// theirs. When this returns, every thread sees the new contents.
  ///
  /// - Parameters:
  ///   - contents: The contents from now on.
  ///   - afterwards: Called for each of those graphs, once it has the new contents.
  /// - Complexity: O(*n*) in the number of registrations.
  package func replaceContents(
    _ contents: RegistrationSet, afterwards: (Graph, _ added: [Registration]) -> Void = { _, _ in }
  ) {
    Self.replaceContents(of: [(self, contents)], afterwards: afterwards)
  }

  /// Replaces the contents of several registries: one change for each graph.
  ///
  /// - Parameters:
  ///   - replacements: The registries, each once, with their contents from now on.
  ///   - afterwards: Called for each graph in which one of them is active, once it has the new
  ///     contents.
  /// - Complexity: O(*n* + *r*) in the number of registrations, and that of active registries of
  ///   each graph.
  package static func replaceContents(
    of replacements: [(registry: FixedRegistry, contents: RegistrationSet)],
    afterwards: (Graph, _ added: [Registration]) -> Void = { _, _ in }
  ) {
    var replaced: [RegistrationSet] = []
    var graphs: [ObjectIdentifier: Graph] = [:]
    var order: [Graph] = []
    for (registry, contents) in replacements {
      let (users, last) = registry.state.withLock { state in
        let last = state.contents
        state.contents = contents
        state.version += 1
        return (state.graphs.all, last)
      }
      replaced.append(last)
      for graph in users where graphs.updateValue(graph, forKey: ObjectIdentifier(graph)) == nil {
        order.append(graph)
      }
    }
    // The last reference to a factory may go here, outside the lock.
    _ = consume replaced
    for graph in order {
      if let added = graph.refresh(replacements.map(\.registry)) { afterwards(graph, added) }
    }
  }
}

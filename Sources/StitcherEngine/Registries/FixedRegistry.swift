internal import Synchronization

/// A registry whose contents are replaced as a whole.
package final class FixedRegistry: Registry {
  /// The contents, and the graphs in which they are active.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = AttachedGraphs()

    /// The number of the build that the contents are from.
    var build: UInt64 = 0
  }

  /// Whether the contents have to be built anew.
  private let dueness = Atomic<Bool>(false)

  /// Builds the contents anew; see ``RegistryUpdates``.
  private let update: @Sendable (inout RegistryUpdates) -> Void

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - contents: What it holds.
  ///   - update: Builds the contents anew, if they are due and the calling thread may. Called
  ///     outside every lock.
  package init(
    contents: RegistrationSet = RegistrationSet(),
    updatedBy update: @escaping @Sendable (inout RegistryUpdates) -> Void = { _ in }
  ) {
    state = Lock(State(contents: contents))
    self.update = update
  }

  package var isDue: Bool { dueness.load(ordering: .sequentiallyConsistent) }

  /// Notes that the contents have to be built anew. Whoever looks anything up next where the
  /// registry is active has that done first, if the calling thread may.
  package func markDue() {
    dueness.store(true, ordering: .sequentiallyConsistent)
    for graph in state.withLock({ $0.graphs.all }) { graph.markDue() }
  }

  /// Notes that the contents are as they should be.
  package func markSettled() { dueness.store(false, ordering: .sequentiallyConsistent) }

  /// The graphs in which the registry is active.
  package var graphs: [Graph] { state.withLock { $0.graphs.all } }

  /// Builds the contents anew, if they are due.
  package func update(_ updates: inout RegistryUpdates) { if isDue { update(&updates) } }

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
    Self.replaceContents(of: [(self, contents, nil)], afterwards: afterwards)
  }

  /// Replaces the contents of several registries: one change for each graph.
  ///
  /// - Parameters:
  ///   - replacements: The registries, each once, with their contents from now on, and the number
  ///     of the build that these are from: what was begun later counts.
  ///   - afterwards: Called for each graph in which one of them is active, once it has the new
  ///     contents.
  /// - Complexity: O(*n* + *r*) in the number of registrations, and that of active registries of
  ///   each graph.
  static func replaceContents(
    of replacements: [(registry: FixedRegistry, contents: RegistrationSet, build: UInt64?)],
    afterwards: (Graph, _ added: [Registration]) -> Void = { _, _ in }
  ) {
    var replaced: [RegistrationSet] = []
    var graphs: [ObjectIdentifier: Graph] = [:]
    var order: [Graph] = []
    for (registry, contents, build) in replacements {
      let (users, last) = registry.state.withLock { state -> ([Graph], RegistrationSet) in
        if let build {
          // Who has installed the later one may not have come to the graphs yet.
          guard build > state.build else { return (state.graphs.all, contents) }
          state.build = build
        }
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

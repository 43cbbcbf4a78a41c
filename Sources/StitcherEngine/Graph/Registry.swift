internal import Synchronization

/// A named, ordered set of registrations that graphs can activate.
package final class Registry: Sendable {
  /// What diagnostics call it.
  package let name: String

  /// The contents and the graphs in which they are active.
  private let state: Mutex<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var graphs: [WeakGraph] = []
  }

  /// A graph that does not keep its registries' other graphs alive.
  private struct WeakGraph: Sendable {
    weak var graph: Graph?
  }

  /// Creates a registry.
  package init(name: String = "", contents: RegistrationSet = RegistrationSet()) {
    self.name = name
    state = Mutex(State(contents: contents))
  }

  /// What the registry holds.
  package var contents: RegistrationSet { state.withLock { $0.contents } }

  /// Replaces the contents, here and in every graph in which the registry is active.
  ///
  /// Registrations that are equal to earlier ones keep their instances; those that are gone release
  /// theirs. When this returns, every thread sees the new contents.
  ///
  /// - Parameter afterwards: Called for each of those graphs, once it has the new contents.
  package func replaceContents(
    _ contents: RegistrationSet, afterwards: (Graph, _ added: [Registration]) -> Void = { _, _ in }
  ) {
    let graphs = state.withLock { state in
      state.contents = contents
      return state.graphs.compactMap(\.graph)
    }
    for graph in graphs {
      if let added = graph.refresh(self) { afterwards(graph, added) }
    }
  }

  /// Notes that a graph has activated the registry.
  func didActivate(in graph: Graph) {
    state.withLock { state in
      state.graphs.removeAll { $0.graph == nil || $0.graph === graph }
      state.graphs.append(WeakGraph(graph: graph))
    }
  }

  /// Notes that a graph has deactivated the registry.
  func didDeactivate(in graph: Graph) {
    state.withLock { state in state.graphs.removeAll { $0.graph == nil || $0.graph === graph } }
  }
}

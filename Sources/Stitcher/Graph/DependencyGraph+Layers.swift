package import StitcherEngine

extension DependencyGraph {
  /// Creates an isolated graph, and records its injections if a recorder is given.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in error messages.
  ///   - recorder: The recorder of the injections; by default that of this graph, if it has one.
  package func isolated(
    named name: String?, recorder: InjectionRecorder?
  ) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: true, named: name, recorder: recorder)
  }

  /// Activates the initial contents of a graph, without creating eager dependencies.
  package func install(_ contents: DependencyGraphRegistrations) {
    for part in contents.parts {
      switch part {
      case .registrations(let registrar):
        let registry = graph.begin(with: registrar.base)
        Self.printMistakes(in: registry, active: [graph])
      case .container(let container): add(container, isPart: true)
      }
    }
  }
}

package import StitcherEngine

/// One part of a graph's initial contents, such as a container, after its registry was activated.
package struct InstalledPart: Sendable {
  /// The registry with the registrations of this part of the graph's initial contents.
  package let registry: DeclaredRegistry

  /// Whether this part of the graph's initial contents is a container, which can also be active in
  /// other graphs.
  package let isContainer: Bool
}

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
  ///
  /// - Returns: The activated registries, in the order of the contents.
  package func install(_ contents: DependencyGraphRegistrations) -> [InstalledPart] {
    contents.parts.map { part in
      switch part {
      case .registrations(let registrar):
        let registry = DeclaredRegistry(contents: registrar.base, isDirect: true)
        graph.activate(registry)
        Self.printMistakes(in: registry, active: [graph])
        return InstalledPart(registry: registry, isContainer: false)
      case .container(let container):
        add(container, isPart: true)
        return InstalledPart(registry: container.registry, isContainer: true)
      }
    }
  }
}

package import StitcherEngine

extension DependencyGraph {
  /// Creates an isolated graph, and records its injections if a recorder is given.
  ///
  /// The contents are active in the new graph, but their eager dependencies are not created.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in error messages.
  ///   - recorder: The recorder of the injections; by default that of this graph, if it has one.
  ///   - contents: The initial contents of the graph.
  package func isolated(
    named name: String?, recorder: InjectionRecorder?, _ contents: DependencyGraphRegistrations
  ) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: true, named: name, recorder: recorder, contents)
  }

  /// Activates the containers of this new graph's contents, without creating eager dependencies.
  ///
  /// In debug builds, also prints the mistakes in the graph's direct registrations.
  func activateContainers(of contents: DependencyGraphRegistrations) {
    #if DEBUG
      for direct in graph.firstRegistries(64) {
        Self.printMistakes(in: direct.registry, active: [graph])
      }
    #endif
    for case .container(let container) in contents.parts { add(container, isPart: true) }
  }
}

package import StitcherEngine

/// A part of what a graph was made with, once it is active.
package struct InstalledPart: Sendable {
  /// Its registrations.
  package let registry: DeclaredRegistry

  /// Whether they are a container's, which may be active elsewhere, too.
  package let isContainer: Bool
}

extension DependencyGraph {
  /// Makes an isolated graph, and has everything that is injected from it told of.
  ///
  /// - Parameters:
  ///   - name: What errors call the graph.
  ///   - recorder: What is told; if nothing is given, that of this graph, if it has one.
  package func isolated(
    named name: String?, recorder: InjectionRecorder?
  ) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: true, named: name, recorder: recorder)
  }

  /// Activates what a graph is made with, without making what is eager in it.
  ///
  /// - Returns: The parts, in order.
  package func install(_ contents: DependencyGraphContents) -> [InstalledPart] {
    contents.parts.map { part in
      switch part {
      case .registrations(let registrar):
        let registry = DeclaredRegistry(contents: registrar.base, isDirect: true)
        graph.activate(registry)
        Self.tellOfMistakes(in: registry, active: [graph])
        return InstalledPart(registry: registry, isContainer: false)
      case .container(let container):
        add(container, isPart: true)
        return InstalledPart(registry: container.registry, isContainer: true)
      }
    }
  }
}

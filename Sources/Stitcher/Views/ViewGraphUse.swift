/// What a view keeps, for as long as it is part of the interface, to give the views in it a graph.
@MainActor
package final class ViewGraphUse {
  /// The graph around the view, where the environment names none: the one in which it was made.
  private let home = DependencyGraph.current

  /// What the graph was made from; a graph that was only handed on has no container.
  private var origin: (container: DependencyContainer?, outer: DependencyGraph)?

  /// The container that was built for this view alone.
  private var built: DependencyContainer?

  /// The graph; nil before the first use.
  package private(set) var viewGraph: ViewGraph?

  /// Makes no graph yet.
  package nonisolated init() {}

  /// Returns a graph that has a container, on the graph around the view.
  ///
  /// It is the same one as long as both are. Views within one graph that use one container
  /// share it.
  package func graph(
    with container: DependencyContainer, in outer: ViewGraph?
  ) -> ViewGraph {
    let outer = outer?.graph ?? home
    return keep(container, outer) { .graph(with: container, in: outer) }
  }

  /// Returns a graph that has a container which is built once, on the graph around the view.
  package func graph(
    building make: () -> DependencyContainer, in outer: ViewGraph?
  ) -> ViewGraph {
    let container = built ?? make()
    built = container
    return graph(with: container, in: outer)
  }

  /// Returns the graph of a preview, which no other preview has.
  package func graph(
    previewing container: DependencyContainer, of application: DependencyGraph = .process
  ) -> ViewGraph {
    keep(container, application) { ViewGraph(previewing: container, of: application) }
  }

  /// Hands a graph on.
  package func graph(_ graph: DependencyGraph) -> ViewGraph {
    keep(nil, graph) { ViewGraph(graph) }
  }

  /// Returns the graph that there is, if it was made from the same, or else another one.
  private func keep(
    _ container: DependencyContainer?, _ outer: DependencyGraph, _ make: () -> ViewGraph
  ) -> ViewGraph {
    if let viewGraph, let origin, origin.container === container, origin.outer === outer {
      return viewGraph
    }
    let new = make()
    origin = (container, outer)
    viewGraph = new
    return new
  }
}

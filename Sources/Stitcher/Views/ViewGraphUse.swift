/// The storage of the graph that a view sets for its subviews. The graph is kept as long as the
/// view is part of the user interface.
@MainActor
package final class ViewGraphUse {
  /// The graph that was current when the view was created. It is used as the enclosing graph if the
  /// view's environment contains none.
  private let home = DependencyGraph.current

  /// The container and the enclosing graph from which the stored graph was created. For an existing
  /// graph, the container is `nil`.
  private var origin: (container: DependencyContainer?, outer: DependencyGraph)?

  /// The container that was built from the closure of the view; `nil` before the first use.
  private var built: DependencyContainer?

  /// The graph that the view sets for its subviews; `nil` before the first use.
  package private(set) var viewGraph: ViewGraph?

  /// Creates a storage that contains no graph for the view's subviews yet.
  package nonisolated init() {}

  /// Returns the child graph for the given container and the graph of the enclosing view.
  ///
  /// The result is the same object as long as the container and the enclosing graph are the same.
  /// Views with the same container within one graph share it.
  package func graph(
    with container: DependencyContainer, in outer: ViewGraph?
  ) -> ViewGraph {
    let outer = outer?.graph ?? home
    return keep(container, outer) { .graph(with: container, in: outer) }
  }

  /// Returns a child of the enclosing view's graph for the container that is built by the given
  /// closure, which runs at the first call only.
  package func graph(
    building make: () -> DependencyContainer, in outer: ViewGraph?
  ) -> ViewGraph {
    let container = built ?? make()
    built = container
    return graph(with: container, in: outer)
  }

  /// Returns the graph of a preview, which is not shared with other previews.
  package func graph(
    previewing container: DependencyContainer, of application: DependencyGraph = .process
  ) -> ViewGraph {
    keep(container, application) { ViewGraph(previewing: container, of: application) }
  }

  /// Returns the object by which the subviews of the view share an existing graph.
  package func graph(_ graph: DependencyGraph) -> ViewGraph {
    keep(nil, graph) { ViewGraph(graph) }
  }

  /// Returns the stored graph, if it was created from the given container and enclosing graph;
  /// otherwise creates and stores another one.
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

/// The graph of a part of the user interface, shared by the views in that part.
@MainActor
package final class ViewGraph {
  /// The dependency graph that the views in this part of the user interface share.
  nonisolated package let graph: DependencyGraph

  /// The counter of the graph's changes, for views that are redrawn after a change.
  package private(set) lazy var version = GraphVersion(of: graph)

  /// Creates an object by which views share an existing graph.
  package nonisolated init(_ graph: DependencyGraph) { self.graph = graph }

  /// Creates the isolated graph of a preview, with a container that overrides the registrations of
  /// the application.
  package nonisolated convenience init(
    previewing container: DependencyContainer, of application: DependencyGraph = .process
  ) {
    self.init(application.isolated(named: "preview") { container })
  }
}

extension ViewGraph {
  /// The key by which views find a shared graph: a container and the enclosing graph.
  private struct Place: Hashable {
    /// The address of the enclosing graph. The child graph retains the enclosing graph, so that no
    /// other graph can have the same address.
    let outer: ObjectIdentifier

    let container: DependencyContainer.ID
  }

  /// A weak reference to a shared graph, valid while a view uses the graph.
  private struct Reference {
    weak var graph: ViewGraph?
  }

  /// The child graphs that are shared by several views.
  private static var graphs = [Place: Reference]()

  /// The number of shared graphs at which the records of deallocated graphs are removed.
  private static var limit = 16

  /// Returns the child graph for a container in an enclosing graph. All views that use the same
  /// container in the same graph share that child graph.
  ///
  /// The graph lives as long as a view references it.
  package static func graph(
    with container: DependencyContainer, in outer: DependencyGraph
  ) -> ViewGraph {
    let place = Place(outer: ObjectIdentifier(outer.graph), container: container.id)
    if let graph = graphs[place]?.graph { return graph }
    let new = ViewGraph(outer.child(named: "view"))
    if graphs.count >= limit {
      graphs = graphs.filter { $0.value.graph != nil }
      limit = max(16, graphs.count * 2)
    }
    graphs[place] = Reference(graph: new)
    // Eager dependencies may call this function again, so the graph is stored first.
    new.graph.activate(container)
    return new
  }
}

/// The graph of a part of the interface, as the views in that part share it.
@MainActor
package final class ViewGraph {
  /// The graph.
  nonisolated package let graph: DependencyGraph

  /// How often the graph has changed, for views that are to be redrawn then.
  package private(set) lazy var version = GraphVersion(of: graph)

  /// Has views use a graph that exists already.
  package nonisolated init(_ graph: DependencyGraph) { self.graph = graph }

  /// Makes the graph of one preview: an isolated one, whose registrations count before those of
  /// the application.
  package nonisolated convenience init(
    previewing container: DependencyContainer, of application: DependencyGraph = .process
  ) {
    self.init(application.isolated(named: "preview") { container })
  }
}

extension ViewGraph {
  /// A container of views in a graph.
  private struct Place: Hashable {
    /// The graph around the views. It is alive if the views' graph is, so its address is its own.
    let outer: ObjectIdentifier

    /// The container.
    let container: DependencyContainer.ID
  }

  /// A graph, if a view still has it.
  private struct Reference {
    /// The graph.
    weak var graph: ViewGraph?
  }

  /// The graphs that views have in common.
  private static var graphs: [Place: Reference] = [:]

  /// How many there are when those that have gone are next looked for.
  private static var limit = 16

  /// Returns the graph of the views that use a container within another graph: a child of that one.
  ///
  /// It is there for as long as a view has it.
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
    // What is eager may lead back here.
    new.graph.activate(container)
    return new
  }
}

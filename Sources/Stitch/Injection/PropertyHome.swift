internal import StitcherEngine

/// The graphs of a property's creation. The property uses the map of the isolated graph; the map's
/// defaults run in the graph that was current. A property without a home uses the process's map.
/// Both graphs are held weakly.
@usableFromInline
final class PropertyHome: Sendable {
  /// The isolated graph.
  private let graph: GraphReference

  /// The graph that was current when the property was created: the isolated graph, or a graph that
  /// is built on it.
  private let nearest: GraphReference

  /// Creates a home from the isolated graph and the current graph.
  private init(_ graph: GraphReference, nearest: GraphReference) {
    self.graph = graph
    self.nearest = nearest
  }

  /// The home of a property that is created where the caller runs; nil for the process.
  @usableFromInline
  @inline(never)
  static var current: PropertyHome? {
    guard let isolated = CurrentGraph.isolated else { return nil }
    let nearest = CurrentGraph.lent?.with { $0.reference } ?? isolated.reference
    return PropertyHome(isolated.reference, nearest: nearest)
  }

  /// Makes the graph in which the property was created current on this thread. If that graph has
  /// ended, the isolated graph becomes current; if there is none, or it has ended too, the
  /// process's graph does. Debug builds print a message once for an isolated graph that has ended.
  ///
  /// A task that a default value starts meanwhile inherits the graph of the caller's task.
  ///
  /// - Returns: The graph, for ``leave(_:)``; nil if it is current already.
  @usableFromInline
  @inline(never)
  static func enter(_ home: PropertyHome?) -> AnyObject? {
    if let home {
      if let graph = present(home.nearest) ?? present(home.graph) {
        return CurrentGraph.lent?.bits == UnretainedReference(graph).bits ? nil : begin(graph)
      }
      noteEnd(home.graph.name)
    }
    guard var outermost = CurrentGraph.isolated else { return nil }
    while let parent = outermost.parent { outermost = parent }
    return begin(outermost)
  }

  /// Returns a graph, unless it has ended.
  private static func present(_ reference: GraphReference) -> Graph? {
    guard let graph = reference.object, case nil = graph.whatHasEnded else { return nil }
    return graph
  }

  /// Makes a graph current, and returns it.
  private static func begin(_ graph: Graph) -> AnyObject {
    CurrentGraph.begin(graph)
    return graph
  }

  /// Ends what ``enter(_:)`` began.
  @usableFromInline
  @inline(never)
  static func leave(_ entered: AnyObject) {
    // Only `enter` makes it.
    CurrentGraph.end(unsafeDowncast(entered, to: Graph.self))
  }

  /// Says once that a property outlives the graph in which it was created.
  private static func noteEnd(_ name: String?) {
    #if DEBUG
      printOnce(
        GraphHasEnded(name: name).summary
          + " A property of the map that was created in it reads the process's map from now on.",
        for: "map of \(name ?? "")")
    #endif
  }
}

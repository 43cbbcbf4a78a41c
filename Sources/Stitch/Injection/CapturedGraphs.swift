internal import StitcherEngine

/// Weak references to the graphs that were current when a property was created.
///
/// The property uses the map of the isolated graph. The map's defaults run in the graph that was
/// current. A property without such references uses the process's map.
@usableFromInline
final class CapturedGraphs: Sendable {
  /// The isolated graph that was current when the property was created.
  private let graph: GraphReference

  /// The innermost graph that was current when the property was created.
  ///
  /// This is the isolated graph itself or a child of it.
  private let nearest: GraphReference

  private init(_ graph: GraphReference, nearest: GraphReference) {
    self.graph = graph
    self.nearest = nearest
  }

  /// The captured graphs for a property that is being created; `nil` if no isolated graph is
  /// current.
  @usableFromInline
  @inline(never)
  static var current: CapturedGraphs? {
    guard let isolated = CurrentGraph.isolated else { return nil }
    let nearest = CurrentGraph.unretained?.with { $0.reference } ?? isolated.reference
    return CapturedGraphs(isolated.reference, nearest: nearest)
  }

  /// Makes the graph in which a property was created the current graph of this thread.
  ///
  /// If that graph has ended, the isolated graph becomes current. If the isolated graph has ended
  /// too, or there is none, the process's graph does. Debug builds print a message once for an
  /// isolated graph that has ended.
  ///
  /// A task that a default value starts meanwhile inherits the graph of the caller's task.
  ///
  /// - Returns: The graph, for ``leave(_:)``; `nil` if it is already current.
  @usableFromInline
  @inline(never)
  static func enter(_ home: CapturedGraphs?) -> AnyObject? {
    if let home {
      if let graph = present(home.nearest) ?? present(home.graph) {
        return CurrentGraph.unretained?.bits == UnretainedReference(graph).bits ? nil : begin(graph)
      }
      noteEnd(home.graph.name)
    }
    guard var outermost = CurrentGraph.isolated else { return nil }
    while let parent = outermost.parent { outermost = parent }
    return begin(outermost)
  }

  /// Returns the graph of a weak reference, or `nil` if the graph has ended or was deallocated.
  private static func present(_ reference: GraphReference) -> Graph? {
    guard let graph = reference.object, case nil = graph.nearestGraphEnd else { return nil }
    return graph
  }

  /// Makes a graph current, and returns it.
  private static func begin(_ graph: Graph) -> AnyObject {
    CurrentGraph.begin(graph)
    return graph
  }

  /// Restores the graph that was current before ``enter(_:)``.
  @usableFromInline
  @inline(never)
  static func leave(_ entered: AnyObject) {
    // The object always comes from `enter`, so it is a graph.
    CurrentGraph.end(unsafeDowncast(entered, to: Graph.self))
  }

  /// Prints a message, once and in debug builds only, that a property has outlived its graph.
  private static func noteEnd(_ name: String?) {
    #if DEBUG
      printOnce(
        GraphEnd(name: name).summary
          + " A property of the map that was created in it reads the process's map from now on.",
        for: "map of \(name ?? "")")
    #endif
  }
}

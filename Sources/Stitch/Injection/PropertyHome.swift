internal import StitcherEngine

/// The map that a property reads and writes: that of the isolated graph in which the property was
/// created, or the process's. The graph is held weakly.
@usableFromInline
final class PropertyHome: Sendable {
  /// The isolated graph.
  private let graph: GraphReference

  /// Notes a graph.
  private init(_ graph: GraphReference) { self.graph = graph }

  /// The home of a property that is created where the caller runs; nil for the process.
  @usableFromInline
  @inline(never)
  static var current: PropertyHome? { CurrentGraph.isolated.map { PropertyHome($0.reference) } }

  /// Makes the isolated graph current on this thread; the process's graph, if there is none or it
  /// is gone, which is said once in debug builds.
  ///
  /// A task that a default value starts meanwhile inherits the graph of the caller's task.
  ///
  /// - Returns: The graph, for ``leave(_:)``; nil if it is current already.
  @usableFromInline
  @inline(never)
  static func enter(_ home: PropertyHome?) -> AnyObject? {
    let current = CurrentGraph.isolated
    if let reference = home?.graph {
      if let graph = reference.object, graph.whatHasEnded == nil {
        return graph === current ? nil : begin(graph)
      }
      noteEnd(reference.name)
    }
    guard var outermost = current else { return nil }
    while let parent = outermost.parent { outermost = parent }
    return begin(outermost)
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
        EndOfGraph.summary(name)
          + " A property of the map that was created in it reads the process's map from now on.",
        for: "map of \(name ?? "")")
    #endif
  }
}

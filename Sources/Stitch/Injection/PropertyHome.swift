internal import StitcherEngine

/// The map that a property reads and writes: that of the isolated graph in which the property was
/// created, or the process's; and the graph in which the map's defaults run. The graphs are held
/// weakly.
@usableFromInline
final class PropertyHome: Sendable {
  /// The isolated graph.
  private let graph: GraphReference

  /// The graph that was current: the isolated one, or one that is built on it.
  private let nearest: GraphReference

  /// Notes graphs.
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

  /// Makes the graph current on this thread in which the property was created; the isolated graph
  /// around it, if that graph has ended; the process's graph, if there is no isolated one or it has
  /// ended, too, which is said once in debug builds.
  ///
  /// A task that a default value starts meanwhile inherits the graph of the caller's task.
  ///
  /// - Returns: The graph, for ``leave(_:)``; nil if it is current already.
  @usableFromInline
  @inline(never)
  static func enter(_ home: PropertyHome?) -> AnyObject? {
    if let home {
      if let graph = present(home.nearest) ?? present(home.graph) {
        return CurrentGraph.lent?.bits == Borrowed(graph).bits ? nil : begin(graph)
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
        EndOfGraph.summary(name)
          + " A property of the map that was created in it reads the process's map from now on.",
        for: "map of \(name ?? "")")
    #endif
  }
}

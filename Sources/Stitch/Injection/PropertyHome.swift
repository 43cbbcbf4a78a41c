internal import StitcherEngine

/// The map that a property reads and writes: that of the isolated graph in which the property was
/// created, or the process's. The graph is held weakly.
@usableFromInline
final class PropertyHome: Sendable {
  /// The isolated graph.
  private let graph: GraphReference

  /// Notes a graph.
  private init(_ graph: GraphReference) { self.graph = graph }

  /// The home of a property that is created where the caller runs, if there may be an isolated
  /// graph; nil for the process.
  @usableFromInline
  @inline(never)
  static var currentIsolated: PropertyHome? {
    CurrentGraph.isolated.map { PropertyHome($0.reference) }
  }

  /// Runs an operation in the isolated graph; in the process's graph, if there is none or it is
  /// gone. That it is gone is said once in debug builds.
  @inline(never)
  static func run<Result>(_ home: PropertyHome?, _ operation: () throws -> Result) rethrows
    -> Result
  {
    let current = CurrentGraph.isolated
    if let reference = home?.graph {
      if let graph = reference.object, graph.whatHasEnded == nil {
        if graph === current { return try operation() }
        return try CurrentGraph.run(in: graph, operation)
      }
      noteEnd(reference.name)
    }
    guard var outermost = current else { return try operation() }
    while let parent = outermost.parent { outermost = parent }
    return try CurrentGraph.run(in: outermost, operation)
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

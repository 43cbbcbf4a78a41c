internal import StitcherDiagnosis
package import StitcherEngine

/// An injection from the graph of the process that found nothing, where isolated graphs have what
/// was asked for: most likely it was meant for one of these, and code that has lost it asks.
package struct LostContext: Sendable {
  /// What was missing, and what to do.
  package let text: String

  /// Where it was asked for.
  package let place: SourceLocation

  /// The isolated graphs that have it, in the order in which they were made.
  package let graphs: [Graph]

  /// Finds out whether a failure is one; nil if it is not.
  ///
  /// - Parameters:
  ///   - error: What the engine has thrown.
  ///   - graph: The graph that was asked.
  ///   - isProperty: Whether a property asks, which was made where the graph was current.
  ///   - place: Where it was asked for.
  init?(
    of error: any Error, in graph: Graph?, isProperty: Bool, place: SourceLocation
  ) {
    guard let failure = error as? ResolutionFailure, graph === DependencyGraph.processGraph,
      isProperty
        || CurrentGraph.lent.map({ $0.bits == Borrowed(DependencyGraph.processGraph).bits }) ?? true
    else { return nil }
    let graphs = DependencyGraph.processGraph.isolatedGraphs(having: failure)
    if graphs.isEmpty { return nil }
    self.graphs = graphs
    self.place = place
    var names: [String] = []
    for name in graphs.compactMap(\.name) where !names.contains(name) { names.append(name) }
    let known = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let list = known.isEmpty ? "" : " (\(known)\(names.count > 3 ? ", …" : ""))"
    let loss =
      isProperty
      ? "The property was made where no graph but that of the process was current"
      : "No graph but that of the process is current here"
    text =
      "\(loss), and an isolated graph\(list) has it. Detached tasks, blocks of queues, threads and"
      + " callbacks lose the current graph: have them run what"
      + " 'DependencyGraph.current.bound { … }' returns."
  }
}

/// Is told of failures that somebody else than the caller should hear of.
package struct FailureObserver: Sendable {
  /// Is called with each injection that has lost its graph, on the thread of the injection.
  let lost: @Sendable (LostContext) -> Void

  /// Is called before a property stops the program: with the message, the property's place, and the
  /// graph that it asked.
  let stop: @Sendable (String, SourceLocation, Graph) -> Void

  /// Who is told; replaced as a whole.
  private static let current = Lock<FailureObserver?>(nil)

  /// Creates an observer.
  package init(
    lost: @escaping @Sendable (LostContext) -> Void,
    stop:
      @escaping @Sendable (
        _ message: String, _ place: SourceLocation, _ graph: Graph
      ) -> Void
  ) {
    self.lost = lost
    self.stop = stop
  }

  /// Has this observer be told, and no other one any more.
  package func install() { Self.current.withLock { $0 = self } }

  /// The observer, if there is one.
  static var installed: FailureObserver? { current.withLock { $0 } }
}

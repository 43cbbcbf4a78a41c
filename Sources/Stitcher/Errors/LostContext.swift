package import StitcherEngine

/// An injection from the graph of the process that found nothing, where graphs that are built on it
/// have what was asked for: most likely it was meant for one of these, and code that has lost it
/// asks.
package struct LostContext: Sendable {
  /// What was missing, and what to do.
  package let text: String

  /// Where it was asked for.
  package let place: SourceLocation

  /// The graphs that have it: isolated ones first, in the order in which they were made.
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
    // A dependency of a nearer graph on the way of this request is not lost: the graph is known.
    guard let failure = error as? ResolutionFailure, case .missing(let key) = failure.reason,
      failure.nearer == nil
    else { return nil }
    self.init(
      of: [key], taking: failure.parameterTypes, in: graph, isProperty: isProperty, at: place)
  }

  /// Finds out whether a request that has found nothing is one; nil if it is not.
  ///
  /// - Parameters:
  ///   - keys: What would have been found.
  ///   - types: The types of the parameters that were passed; nil if they are not known.
  ///   - graph: The graph that was asked.
  ///   - isProperty: Whether a property asks, which was made where the graph was current.
  ///   - place: Where it was asked for.
  private init?(
    of keys: [LookupKey], taking types: [any Any.Type]?, in graph: Graph?, isProperty: Bool,
    at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph,
      isProperty
        || CurrentGraph.lent.map({
          $0.bits == UnretainedReference(DependencyGraph.processGraph).bits
        }) ?? true
    else { return nil }
    let (isolated, children) = DependencyGraph.processGraph.graphs(having: keys, taking: types)
    graphs = isolated + children
    if graphs.isEmpty { return nil }
    self.place = place
    var names: [String] = []
    for name in graphs.compactMap(\.name) where !names.contains(name) { names.append(name) }
    let known = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let list = known.isEmpty ? "" : " (\(known)\(names.count > 3 ? ", …" : ""))"
    let loss = isProperty ? "The property was created" : "The injection runs"
    text =
      "\(loss) outside any 'graph.run { … }', and \(isolated.isEmpty ? "a child" : "an isolated")"
      + " graph\(list) registers \(keys[0].text). Detached tasks, blocks of queues, threads and"
      + " callbacks lose the current graph: have them run what"
      + " 'DependencyGraph.current.bound { … }' returns."
  }

  /// Tells the observer that an optional or a collection is empty, if the injection has lost its
  /// graph.
  ///
  /// - Parameters:
  ///   - type: The type that was asked for: an optional or a collection, or what is in one.
  ///   - types: The types of the parameters that were passed; nil if they are not known.
  ///   - graph: The graph that was asked.
  ///   - isProperty: Whether a property asks, which was made where the graph was current.
  ///   - place: Where it was asked for.
  static func noteAbsence(
    of type: any Any.Type, taking types: [any Any.Type]?, in graph: Graph,
    isProperty: Bool = false, at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph, FailureObserver.installed != nil else { return }
    var keys: [LookupKey] = [.type(type)]
    var inner = type
    while let contained = CompositeRegistrations.containedType(of: inner) {
      inner = contained
      // The innermost type is the one that the text names.
      keys.insert(.type(inner), at: 0)
    }
    noteAbsence(of: keys, taking: types, in: graph, isProperty: isProperty, at: place)
  }

  /// Tells the observer that nothing was found by any of several keys, if the injection has lost
  /// its graph.
  static func noteAbsence(
    of keys: [LookupKey], taking types: [any Any.Type]?, in graph: Graph,
    isProperty: Bool = false, at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph, let observer = FailureObserver.installed,
      let lost = LostContext(
        of: keys, taking: types, in: graph, isProperty: isProperty, at: place)
    else { return }
    observer.lost(lost)
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

  /// Replaces the observer of the process.
  package static func install(
    lost: @escaping @Sendable (LostContext) -> Void,
    stop:
      @escaping @Sendable (
        _ message: String, _ place: SourceLocation, _ graph: Graph
      ) -> Void
  ) {
    current.withLock { $0 = FailureObserver(lost: lost, stop: stop) }
  }

  /// The observer, if there is one.
  static var installed: FailureObserver? { current.withLock { $0 } }
}

/// A weak reference to a graph, together with the graph's name.
///
/// Errors print the name even after the graph was deallocated.
package final class GraphReference: WeakBox<Graph>, @unchecked Sendable {
  // Safe: see `WeakBox`; the name is constant.

  /// The name of the referenced graph; `nil` if the graph has no name.
  package let name: String?

  /// Creates a reference that refers to no graph yet, and stores the name of its future graph.
  init(named name: String?) {
    self.name = name
    super.init()
  }

  /// The referenced graph, if it still exists. The getter throws an error if the graph was
  /// deallocated.
  ///
  /// - Throws: If the graph was deallocated, a failure that says that the graph has ended.
  package var present: Graph {
    get throws {
      if let object { return object }
      throw ResolutionFailure(.ended(GraphEnd(name: name)))
    }
  }

  /// The referenced isolated graph; `nil` if it was deallocated or is the current graph already.
  package var graphToEnter: Graph? {
    guard let object, CurrentGraph.isolated !== object else { return nil }
    return object
  }

  /// Runs an operation with the referenced isolated graph as the current graph.
  ///
  /// If the isolated graph was deallocated, the operation runs in the caller's current graph.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let graphToEnter else { return try operation() }
    return try CurrentGraph.run(in: graphToEnter, operation)
  }
}

extension Graph {
  /// The weak reference to this graph. The reference is created when it is first needed.
  ///
  /// All calls return the same object.
  package var reference: GraphReference {
    if let reference = lazyReference.borrowed { return reference.object }
    let reference = GraphReference(named: name)
    reference.refer(to: self)
    return lazyReference.publish(reference) ?? reference
  }
}

/// The graph that was current when an object, such as a container or a property, was created.
///
/// The object's closure runs in that graph, whichever graph is current in the thread that causes
/// the run.
package struct CapturedGraph: Sendable {
  /// The captured graph; `nil` if it was a front end's default graph.
  private let graph: GraphReference?

  /// The nearest isolated graph among the captured graph and its ancestors; `nil` if there is none.
  ///
  /// It may live longer than the captured graph.
  private let isolated: GraphReference?

  /// Captures the graph that is current for the calling thread or task.
  ///
  /// As long as the program has created no other graph, this is ``process``, and costs one load.
  package init() {
    let current = CurrentGraph.mayBeOther ? CurrentGraph.unretained?.object : nil
    graph = current?.parent == nil ? nil : current?.reference
    isolated = current?.nearestIsolated?.reference
  }

  /// A value without a captured graph: operations run in the root of the caller's current graph.
  ///
  /// So they run outside the isolated graphs of the caller.
  package static let process = CapturedGraph(process: ())

  /// Creates the value ``process``, which has no captured graph.
  private init(process: Void) { (graph, isolated) = (nil, nil) }

  /// Runs a property's operation in the graph that was current when the property was created.
  ///
  /// - Throws: The error of the operation, or a failure if that graph has ended.
  package func runOfProperty<Result>(_ operation: () throws -> Result) throws -> Result {
    // Retained, so that the operation runs in the graph that was checked.
    let home = graph?.object
    defer { withExtendedLifetime(home) {} }
    if let graph, let end = home.map(\.nearestGraphEnd) ?? GraphEnd(name: graph.name) {
      throw ResolutionFailure(.ended(GraphEnd(name: end.name, isHost: true)))
    }
    return try run(operation)
  }

  /// Runs an operation in the captured graph, or in a fallback graph if the captured graph was
  /// deallocated.
  ///
  /// If the captured graph was deallocated, the operation runs in the captured isolated graph. If
  /// that graph was deallocated too, the operation runs in the caller's current graph. If there was
  /// no isolated graph, the operation runs in the root of the caller's current graph.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard
      let home = graph?.object ?? isolated?.object
        ?? (isolated == nil ? CurrentGraph.unretained?.object.root : nil),
      CurrentGraph.unretained?.bits != home.bits
    else { return try operation() }
    return try CurrentGraph.run(in: home, operation)
  }
}

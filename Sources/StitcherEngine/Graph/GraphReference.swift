/// A weak reference to a graph.
///
/// It also stores the graph's name, for errors after the deallocation.
package final class GraphReference: WeakBox<Graph>, @unchecked Sendable {
  // Safe: see `WeakBox`; the name is constant.

  /// The graph's name.
  package let name: String?

  /// Creates an empty reference that stores the name of its future graph.
  init(named name: String?) {
    self.name = name
    super.init()
  }

  /// The referenced graph.
  ///
  /// The getter throws an error if the graph was deallocated.
  ///
  /// - Throws: If the graph was deallocated, a failure that says that the graph has ended.
  package var present: Graph {
    get throws {
      if let object { return object }
      throw ResolutionFailure(.ended(GraphEnd(name: name)), registrations: [])
    }
  }
}

extension GraphReference {
  /// The referenced isolated graph; `nil` if it was deallocated or is the current graph already.
  package var graphToEnter: Graph? {
    guard let object, CurrentGraph.isolated !== object else { return nil }
    return object
  }

  /// Runs an operation in the referenced isolated graph.
  ///
  /// If the isolated graph was deallocated, the operation runs in the caller's current graph.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let graphToEnter else { return try operation() }
    return try CurrentGraph.run(in: graphToEnter, operation)
  }
}

extension Graph {
  /// The weak reference to this graph, created at the first use.
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

  /// The nearest isolated graph among the captured graph and its ancestors.
  ///
  /// It may live longer than the captured graph.
  private let isolated: GraphReference?

  /// Captures the current graph.
  ///
  /// As long as the program has created no other graph, this is ``process``, and costs one load.
  package init() {
    let current = CurrentGraph.mayBeOther ? CurrentGraph.unretained?.object : nil
    graph = current?.parent == nil ? nil : current?.reference
    isolated = current?.nearestIsolated?.reference
  }

  /// A value without a captured graph.
  ///
  /// It runs each operation in the root of the caller's current graph, and so outside the isolated
  /// graphs of the caller.
  package static let process = CapturedGraph(process: ())

  /// Creates a value that stands for the graph of the process.
  private init(process: Void) { (graph, isolated) = (nil, nil) }

  /// Runs an operation of a property in the graph in which the property was created.
  ///
  /// - Throws: The error of the operation, or a failure if that graph has ended.
  package func runOfProperty<Result>(_ operation: () throws -> Result) throws -> Result {
    guard let graph else { return try run(operation) }
    let home = graph.object
    let end = home.map(\.nearestGraphEnd) ?? GraphEnd(name: graph.name)
    guard let home, end == nil else {
      throw ResolutionFailure(
        .ended(GraphEnd(name: end?.name, isHost: true)), registrations: [])
    }
    return try Self.run(in: home, operation)
  }

  /// Runs an operation with the given graph as the current graph.
  ///
  /// Does not change the current graph if it is that graph already, or if there is no graph.
  private static func run<Result>(
    in home: Graph?, _ operation: () throws -> Result
  ) rethrows -> Result {
    guard let home, CurrentGraph.unretained?.bits != home.bits else { return try operation() }
    return try CurrentGraph.run(in: home, operation)
  }

  /// Runs an operation in the captured graph.
  ///
  /// Uses a fallback graph if the captured graph was deallocated.
  ///
  /// If the captured graph was deallocated, the operation runs in the captured isolated graph. If
  /// that graph was deallocated too, the operation runs in the caller's current graph. If there was
  /// no isolated graph, the operation runs in the root of the caller's current graph.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let root = isolated == nil ? CurrentGraph.unretained?.object.root : nil
    return try Self.run(in: graph?.object ?? isolated?.object ?? root, operation)
  }
}

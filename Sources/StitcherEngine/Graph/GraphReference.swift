/// A weak reference to a graph, which still says its name when it has gone.
package final class GraphReference: WeakBox<Graph>, @unchecked Sendable {
  // Safe: see `WeakBox`; the name is constant.

  /// The graph's name.
  package let name: String?

  /// Creates a reference that a graph of a name is going to hold.
  init(named name: String?) {
    self.name = name
    super.init()
  }

  /// The graph.
  ///
  /// - Throws: That it has ended, if it is gone.
  package var present: Graph {
    get throws {
      if let object { return object }
      throw ResolutionFailure(.ended(GraphHasEnded(name: name)), registrations: [])
    }
  }
}

extension GraphReference {
  /// The isolated graph, if it is there and the caller does not run in it anyway.
  package var becoming: Graph? {
    guard let object, CurrentGraph.isolated !== object else { return nil }
    return object
  }

  /// Runs an operation in the isolated graph, if it is still there.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let becoming else { return try operation() }
    return try CurrentGraph.run(in: becoming, operation)
  }
}

extension Graph {
  /// The graph, for its registries and for those who outlive it.
  package var reference: GraphReference {
    if let reference = lazyReference.borrowed { return reference.object }
    let reference = GraphReference(named: name)
    reference.refer(to: self)
    return lazyReference.publish(reference) ?? reference
  }
}

/// Where something was made. What it is made from is read there, whatever graph a thread runs in
/// that makes a change or looks something up.
package struct CapturedGraph: Sendable {
  /// The graph that was current; nil for a front end's own one.
  private let graph: GraphReference?

  /// The isolated graph around it, which may be there for longer.
  private let isolated: GraphReference?

  /// Notes where the caller runs.
  package init() {
    let current = CurrentGraph.lent?.object
    graph = current?.parent == nil ? nil : current?.reference
    isolated = current?.nearestIsolated?.reference
  }

  /// The graph of the process.
  package static let process = CapturedGraph(process: ())

  /// Creates the home for the graph of the process. Both references are nil.
  private init(process: Void) { (graph, isolated) = (nil, nil) }

  /// The home of a property that is being created. It is ``process``, without a look-up, as long as
  /// no other graph was ever created.
  package static var ofProperty: CapturedGraph {
    CurrentGraph.mayBeOther ? CapturedGraph() : process
  }

  /// Runs an operation in the graph in which a property was created.
  ///
  /// - Throws: What the operation throws; a failure if that graph has ended.
  package func runOfProperty<Result>(_ operation: () throws -> Result) throws -> Result {
    guard let graph else { return try run(operation) }
    guard let home = graph.object else {
      throw ResolutionFailure(
        .ended(GraphHasEnded(name: graph.name, isHost: true)), registrations: [])
    }
    if let end = home.whatHasEnded {
      throw ResolutionFailure(
        .ended(GraphHasEnded(name: end.name, isHost: true)), registrations: [])
    }
    if CurrentGraph.lent?.bits == UnretainedReference(home).bits { return try operation() }
    return try CurrentGraph.run(in: home, operation)
  }

  /// Runs an operation there; if the graph and the isolated one around it are gone, where the
  /// caller runs.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    if let home = graph?.object ?? isolated?.object {
      if CurrentGraph.lent?.bits == UnretainedReference(home).bits { return try operation() }
      return try CurrentGraph.run(in: home, operation)
    }
    guard isolated == nil, let current = CurrentGraph.lent?.object, current.parent != nil else {
      return try operation()
    }
    return try CurrentGraph.run(in: current.root, operation)
  }
}

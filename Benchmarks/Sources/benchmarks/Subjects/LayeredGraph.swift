import Stitcher

/// A graph like that of a large app: 146 singletons in 12 layers, and 1,280 edges.
///
/// Each node resolves its edges when it is created. The classes are in a separate file.
enum LayeredGraph {
  /// Creates the container of all nodes.
  static func container() -> DependencyContainer { DependencyContainer { registrations() } }

  /// Creates the dictionary of all nodes.
  static func dictionary() -> PlainGraph {
    let graph = PlainGraph()
    register(in: graph)
    return graph
  }

  /// Injects each node for the first time, the last layer first.
  static func injectNodes() {
    for injection in injections.reversed() { try! injection() }
  }

  /// Resolves each node from a dictionary for the first time, the last layer first.
  static func takeNodes(from graph: PlainGraph) {
    for taking in takings.reversed() { taking(graph) }
  }

  /// Injects each node and each edge, all of which exist already.
  static func injectEdges() {
    for node in edges { try! injections[node]() }
  }

  /// Resolves each node and each edge from a dictionary, in which all of them exist already.
  static func takeEdges(from graph: PlainGraph) {
    for node in edges { takings[node](graph) }
  }
}

/// Factories and instances in plain dictionaries, without a lock, as in handwritten code.
final class PlainGraph: @unchecked Sendable {
  // Safe: only one thread at a time uses it.

  /// The factories.
  private var factories: [ObjectIdentifier: (PlainGraph) -> Any] = [:]

  /// The instances that were created.
  private var instances: [ObjectIdentifier: Any] = [:]

  /// Creates an empty graph.
  init() {}

  /// Registers a singleton.
  func register<Value>(_ type: Value.Type, make: @escaping (PlainGraph) -> Value) {
    factories[ObjectIdentifier(type)] = make
  }

  /// Returns the singleton of a type.
  func resolve<Value>() -> Value {
    let key = ObjectIdentifier(Value.self)
    return (instances[key] ?? create(key)) as! Value
  }

  /// Creates an instance and keeps it.
  @inline(never)
  private func create(_ key: ObjectIdentifier) -> Any {
    guard let factory = factories[key] else { preconditionFailure("not registered") }
    let instance = factory(self)
    instances[key] = instance
    return instance
  }
}

import DependencyInjection
import Stitcher
import StitcherTestSupport

/// A front end in an isolated graph that ends with the world.
struct IsolatedWorld<Base: FrontEnd>: FrontEnd {
  private let graph: DependencyGraph
  private let base: Base

  static var cycles: Cycles { Base.cycles }

  init() {
    let graph = DependencyGraph.process.isolated()
    self.init(graph: graph, base: graph.run { Base() })
  }

  /// Creates a world of an existing graph.
  private init(graph: DependencyGraph, base: Base) { (self.graph, self.base) = (graph, base) }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    // The kept factory must not hold the graph.
    let (graph, base) = (Weak(object: graph), base)
    self.graph.run {
      base.register(type) { _ in
        try factory(Self(graph: graph.object ?? DependencyGraph.current, base: base))
      }
    }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    try graph.run { try base.resolve(type) }
  }

  func end() {
    graph.run { base.end() }
    graph.endNow()
  }

  static func text(of error: any Error) -> String { Base.text(of: error) }
}

/// Stitcher in a child of a graph: the child finds the registrations of the parent.
struct ChildWorld<Keeper: ScopeOfAWorld>: FrontEnd {
  private let parent = DependencyGraph.process.isolated()
  private let child: DependencyGraph
  private let base = StitcherWorld(scope: Keeper.scope)

  static var cycles: Cycles { .areThrown }

  init() { child = parent.child().child() }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    parent.run { base.register(type) { _ in try factory(self) } }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    try child.run { try base.resolve(type) }
  }

  func end() { parent.endNow() }
}

/// DependencyInjection: the shared container of the process, or its graph-local copy.
struct SharedContainerWorld: FrontEnd {
  static var cycles: Cycles { .areThrown }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    Container.shared.register(type: type, in: .shared) { _ in try factory(self) }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    try Container.shared.tryResolve(type: type)
  }

  func end() { Container.shared.clean() }
}

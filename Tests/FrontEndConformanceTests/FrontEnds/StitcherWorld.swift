import Stitcher
import StitcherTestSupport

/// Stitcher: a container for each type, active in the shared graph.
struct StitcherWorld: FrontEnd {
  private let containers = Box<[ObjectIdentifier: DependencyContainer]>([:])
  private let scope: DependencyScope

  static var cycles: Cycles { .areThrown }

  init() { self.init(scope: .singleton) }

  /// Creates a world in which all registrations have a scope.
  init(scope: DependencyScope) { self.scope = scope }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    let container = DependencyContainer {
      Dependency { try factory(self) }.scope(scope)
    }
    let old = containers.change { containers in
      let old = containers[ObjectIdentifier(type)]
      containers[ObjectIdentifier(type)] = container
      return old
    }
    if let old { DependencyGraph.deactivate(old) }
    DependencyGraph.activate(container) {}
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    try DependencyGraph.inject(byType: type)
  }

  func end() {
    let all = containers.change { containers in
      let all = containers
      containers = [:]
      return all
    }
    for container in all.values { DependencyGraph.deactivate(container) }
  }
}

/// A scope as a type, which determines the graph that keeps the instances of a world.
protocol ScopeOfAWorld: SendableMetatype {
  /// The scope.
  static var scope: DependencyScope { get }
}

/// The declaring graph keeps the instances.
enum KeptByTheParent: ScopeOfAWorld {
  static var scope: DependencyScope { .singleton }
}

/// The requesting graph keeps the instances.
enum KeptByTheChild: ScopeOfAWorld {
  static var scope: DependencyScope { .scoped }
}

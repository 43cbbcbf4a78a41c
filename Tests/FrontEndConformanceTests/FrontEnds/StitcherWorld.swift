import Stitcher
import StitcherTestSupport

/// Stitcher: a container for each type, active in the shared graph.
struct StitcherWorld: FrontEnd {
  private let containers = Box<[ObjectIdentifier: DependencyContainer]>([:])

  static var cycles: Cycles { .areThrown }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    let container = DependencyContainer {
      Dependency { try factory(self) }.scope(.singleton)
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

import DependencyInjection
import Stitcher

final class Store: Sendable {}
final class Clock: Sendable {
  init() {}
  init(_ clock: Clock) {}
}

/// A dependency of one library that hands on that of the other one needs not itself.
let app = DependencyContainer {
  Dependency { Container.shared.resolve(type: Store.self) as Store }
  Dependency { Clock(try Container.shared.tryResolve(type: Clock.self)) }
}

func run() throws {
  Container.shared.register(type: Store.self) { _ in Store() }
  Container.shared.register(type: Clock.self) { _ in
    Clock(try DependencyGraph.inject())
  }
  let store: Store = try DependencyGraph.inject()
  let clock: Clock = try DependencyGraph.inject()
  print(store, clock)
}

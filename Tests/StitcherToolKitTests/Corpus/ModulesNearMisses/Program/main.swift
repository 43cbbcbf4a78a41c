import Core
import Stitcher

/// Of the same name.
final class Store: Sendable {}

let app = DependencyContainer {
  Dependency { Store() }
  Dependency(autowired: Screen.init(_:))
  register { 1 }
}

let other = DependencyContainer { Dependency(autowired: Screen.init(_:)) }

func run() throws {
  let own: Store = try DependencyGraph.inject()
  let others: Core.Store = try DependencyGraph.inject()
  let screen = try open()
  let number: Int = try DependencyGraph.inject(byName: "generic")
  print(own, others, screen, number)
}

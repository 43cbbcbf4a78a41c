import Stitcher

struct Store: Sendable {}

/// What it is found by is only known when it runs.
struct Anything: DependencyRepresenting {
  let name: String
  var locator: DependencyLocator { .name(name) }
  var dependencyProvider: DependencyFactory.Provider<Int> { DependencyFactory.Provider { 1 } }
}

struct Stored: DependencyRepresenting {
  let locator: DependencyLocator
  var dependencyProvider: DependencyFactory.Provider<Store> {
    DependencyFactory.Provider { Store() }
  }
}

let app = DependencyContainer {
  Anything(name: "one")
  Stored(locator: .type(Store.self))
}

func run() throws {
  let one: Int = try DependencyGraph.inject(byName: "one")
  let store: Store = try DependencyGraph.inject()
  print(one, store)
}

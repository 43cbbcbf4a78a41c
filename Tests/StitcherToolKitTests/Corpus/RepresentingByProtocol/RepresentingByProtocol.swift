import Stitcher

struct Store: Sendable {}

/// A protocol that says what its conformers are found by.
protocol StoreRepresenting: DependencyRepresenting {}

extension StoreRepresenting {
  var locator: DependencyLocator { .name("store") }
  var scope: DependencyScope { .singleton }
}

struct Stored: StoreRepresenting {
  var dependencyProvider: DependencyFactory.Provider<Store> {
    DependencyFactory.Provider { Store() }
  }
}

let app = DependencyContainer {
  Stored()
}

func run() throws {
  let named: Store = try DependencyGraph.inject(byName: "store")
  let store: Store = try DependencyGraph.inject()
  print(named, store)
}

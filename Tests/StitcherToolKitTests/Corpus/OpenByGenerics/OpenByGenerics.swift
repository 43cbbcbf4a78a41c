import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}

/// Nobody knows all types that it is called with, so no type is missing.
func registering<T: Sendable>(_ value: T) -> DependencyContainer {
  DependencyContainer {
    Dependency { value }
  }
}

func run<T>(_ type: T.Type) throws -> T {
  let store: Store = try DependencyGraph.inject()
  let name: Store = try DependencyGraph.inject(byName: "store")
  print(store, name)
  return try DependencyGraph.inject()
}

import Stitcher

struct Store: Sendable {}

/// A name that is no literal may be any name; a type may still be missing.
func container(name: String, value: Int) -> DependencyContainer {
  DependencyContainer {
    Dependency(named: name) { Store() }
    Dependency(for: value) { Store() }
  }
}

func run() throws {
  let named: Store = try DependencyGraph.inject(byName: "store")
  let valued: Store = try DependencyGraph.inject(byValue: 7)
  let store: Store = try DependencyGraph.inject()
  print(named, valued, store)
}

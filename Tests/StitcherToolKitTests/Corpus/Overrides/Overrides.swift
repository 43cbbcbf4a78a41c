import Stitcher

protocol Clock: Sendable {}
struct Fixed: Clock {}
struct Store: Sendable {}

/// What is registered for a while is not missing, and who comes later comes first.
func run() async throws {
  try DependencyGraph.withOverrides {
    Dependency { Fixed() }
      .conforms(to: (any Clock).self)
    Store()
  } operation: {
    let clock: any Clock = try DependencyGraph.inject()
    let store: Store = try DependencyGraph.inject()
    print(clock, store)
  }
  try await DependencyGraph.withOverrides {
    DependencyContainer {
      Dependency { Fixed() }
        .conforms(to: (any Clock).self)
    }
    Dependency(named: "name") { 1 }
  } operation: {
    let clock: any Clock = try await DependencyGraph.injectAsync()
    let name: Int = try DependencyGraph.inject(byName: "name")
    let missing: Double = try DependencyGraph.inject()
    print(clock, name, missing)
  }
}

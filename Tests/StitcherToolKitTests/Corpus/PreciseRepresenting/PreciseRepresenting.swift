import Stitcher

/// How it is found depends on what runs.
struct Named: DependencyRepresenting {
  let name: String?

  var locator: DependencyLocator {
    guard let name else { return .type(Int.self) }
    return .name(name)
  }

  var scope: DependencyScope {
    if name == nil { return .scoped }
    return .singleton
  }

  var dependencyProvider: DependencyFactory.Provider<Int> {
    DependencyFactory.Provider { 1 }
  }
}

let app = DependencyContainer { Named(name: nil) }

func run() throws { print(try DependencyGraph.inject() as Int) }

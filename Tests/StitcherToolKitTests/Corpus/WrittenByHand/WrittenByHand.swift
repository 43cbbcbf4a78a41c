import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}
struct Log: Sendable {}

extension DependencyContainer {
  /// A registration that was made elsewhere.
  static func wrapping(_ registration: RawDependencyRegistration) -> DependencyContainer {
    DependencyContainer { DependenciesRegistrar(arrayLiteral: registration) }
  }
}

let registration = GeneratedDependencyRegistration(
  locator: .type(Log.self), scope: .singleton, eagerness: .lazy, dependencyProvider: { Log() })

let app = DependencyContainer {
  registration
}

func run(_ store: Store) throws {
  let log: Log = try DependencyGraph.inject()
  print(log)
}

import StitcherMacros

protocol Store: Sendable {}

/// What its initializer takes is injected, so it has to be registered.
@Registerable
@InjectedInitializer
struct Search: Sendable {
  let store: any Store
  let limit: Int
}

@Registerable(scope: .instance)
struct Cached: Sendable {
  @InjectedParameters(parent: .structParent)
  init(search: Search, other: Search?, all: [any Store]) {}
}

let app = DependencyContainer {
  Search.dependencyRegistration
  Cached.dependencyRegistration
}

func run() throws {
  let cached: Cached = try DependencyGraph.inject()
  print(cached)
}

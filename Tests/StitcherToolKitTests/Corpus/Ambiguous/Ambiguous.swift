import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Memory: Store {}
struct Clock: Sendable {}

final class Search: Sendable {
  init(store: any Store) {}
}

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  DependencyGroup {
    Dependency { Memory() }
      .conforms(to: (any Store).self)
  }
  Dependency { Clock() }
  Dependency { Clock() }
    .scope(.singleton)
  Dependency(autowired: Search.init(store:))
}

struct Screen {
  @Injected var store: any Store
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let optional: (any Store)? = try DependencyGraph.inject()
  let clock: Clock = try DependencyGraph.inject()
  let search: Search = try DependencyGraph.inject()
  print(store, optional as Any, clock, search)
}

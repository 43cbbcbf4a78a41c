import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}
struct Search: Sendable {
  let store: Store
}
struct Screen {
  @Injected var search: Search
}

let app = DependencyContainer {
  Dependency(autowired: Search.init(store:))
  Dependency { try makeStore() }
}

func makeStore() throws -> Store {
  print(try DependencyGraph.inject() as Clock)
  return Store()
}

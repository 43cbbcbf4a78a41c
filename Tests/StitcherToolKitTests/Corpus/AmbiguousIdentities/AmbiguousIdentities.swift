import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}

let app = DependencyContainer {
  // Equal, and of one owner: the second is dropped.
  DependencyGroup(id: "one") {
    Dependency { Clock() }
    Dependency { Clock() }
  }
  // Of one owner and of nobody: both stay.
  Dependency { Store() }
    .id(1)
  Dependency { Store() }
}

func run() throws {
  let clock: Clock = try DependencyGraph.inject()
  let store: Store = try DependencyGraph.inject()
  print(clock, store)
}

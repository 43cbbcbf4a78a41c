import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}
struct Known: Sendable {}

let app = DependencyContainer {
  Dependency { Known() }
  // stitcher:ignore The second is there to be dropped.
  Dependency { Known() }
}

func run() throws {
  let clock: Clock = try DependencyGraph.inject()  // stitcher:ignore A plugin registers it.
  // stitcher:ignore: A plugin registers it, too.
  let store: Store = try DependencyGraph.inject()
  let unsaid: Store = try DependencyGraph.inject()  // stitcher:ignore
  let known: Known = try DependencyGraph.inject()  // stitcher:ignore It is registered.
  print(clock, store, unsaid, known)
}

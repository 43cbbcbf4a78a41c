import Stitcher

struct Clock: Sendable {}

/// What is merged is of several containers: each is for itself.
let first = DependencyContainer { Dependency { Clock() } }
let second = DependencyContainer { Dependency { Clock() } }
let both = DependencyContainer(merging: first, second)

func run() throws {
  let clock: Clock = try DependencyGraph.inject()
  print(clock)
}

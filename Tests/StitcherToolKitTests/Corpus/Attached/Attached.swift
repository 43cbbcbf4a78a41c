import DependencyInjection
import Stitcher

struct Clock: Sendable {}

/// What else is in the container, nobody can tell.
func run(container: Container) throws {
  DependencyGraph.attach(container)
  let clock: Clock = try DependencyGraph.inject()
  let name: Clock = try DependencyGraph.inject(byName: "clock")
  print(clock, name)
}

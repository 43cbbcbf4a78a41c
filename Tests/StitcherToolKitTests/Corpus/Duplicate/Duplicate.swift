import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
final class Log: Sendable {}

/// Only the first of two that are equal counts.
let app = DependencyContainer {
  Dependency { Files() }
  Dependency { Files() }
  Dependency { Log() }
  DependencyGroup {
    Dependency { Log() }
      .scope(.shared)
  }
  Dependency(named: "one") { 1 }
  Dependency(named: "one") { 2 }
  Dependency(for: 1) { 1 }
  Dependency(for: 1) { "two" }
    .scope(.instance)
  Dependency { Log() }
    .eagerness(.eager)
}

func run() throws {
  let store: Files = try DependencyGraph.inject()
  let log: [Log] = try DependencyGraph.inject()
  let one: Int = try DependencyGraph.inject(byName: "one")
  let two: Int = try DependencyGraph.inject(byValue: 1)
  print(store, log, one, two)
}

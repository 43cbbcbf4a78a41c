import Stitcher

struct Clock: Sendable {}
struct Log: Sendable {}
struct Store: Sendable {}
struct Name: Sendable { let text: String }

/// Two of each, for nobody knows what.
let app = DependencyContainer {
  Dependency { Clock() }
  Dependency { Clock() }
    .scope(.singleton)
  Dependency { Log() }
  Dependency { Log() }
    .scope(.singleton)
  Dependency { Store() }
  Dependency { Store() }
    .scope(.singleton)
  Dependency { Name(text: "") }
  Dependency { Name(text: "") }
    .scope(.singleton)
}

let requests = DependencyContainer {
  Dependency { Log() }
}

/// What the nearer graph registers hides both.
func handle(_ graph: DependencyGraph) throws {
  let child = graph.child {
    Dependency { Clock() }
    requests
    // It takes parameters, and hides nothing that takes none.
    Dependency { (text: String) in Name(text: text) }
  }
  let clock: Clock = try child.inject()
  let log: Log = try child.run { try DependencyGraph.inject() }
  let outside: Clock = try DependencyGraph.process.inject()
  // Nothing hides these.
  let store: Store = try child.inject()
  let name: Name = try child.inject()
  print(clock, log, outside, store, name)
}

import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Logged: Store {
  let inner: any Store
  let log: Log
}
struct Log: Sendable {}
struct Report: Sendable {}
struct Reporting: Store {
  init(_ inner: any Store, log: Log, report: Report, clocks: [Clock]) {}
}
struct Clock: Sendable {}

/// A decorator registers nothing, and injects what its closure asks for.
let app = DependencyContainer {
  Dependency { Files() as any Store }
  Dependency { Log() }
  Decorator { (inner: any Store) in
    Logged(inner: inner, log: try DependencyGraph.inject())
  }
  Decorator { (inner: Clock) in inner }
  Decorator((any Store).self, autowired: Reporting.init)
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let clock: Clock = try DependencyGraph.inject()
  print(store, clock)
}

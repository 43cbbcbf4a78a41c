import Stitcher

struct Request: Sendable {}
struct Currency: Sendable {}
struct Clock: Sendable {}
struct Log: Sendable {}

let app = DependencyContainer {
  Dependency { Currency() }
}

func handle(_ graph: DependencyGraph) throws {
  let child = graph.child {
    // One of them, in no graph.
    Dependency { Request() }
    Dependency { Request() }
      .scope(.singleton)
    // Dropped.
    Dependency { Clock() }
    Dependency { Clock() }
    // Elsewhere there is one.
    Dependency { Currency() }
      .scope(.singleton)
    Dependency { Currency() }
    // What stands between parts them.
    Dependency { Log() }
    app
    Dependency { Log() }
      .scope(.singleton)
  }
  let request: Request = try child.inject()
  let clock: Clock = try child.inject()
  let currency: Currency = try child.inject()
  let log: Log = try child.inject()
  print(request, clock, currency, log)
}

import StitcherMacros

protocol Store: Sendable {}
struct Clock: Sendable {}

@InjectedInitializer
struct Service {
  let store: any Store
  let clock: Clock
  let limit: Int
}

@InjectedInitializer(names: ["limit": "app.limit"], ignoring: "label")
struct Limited {
  let limit: Int
  let label: String
}

let app = DependencyContainer {
  Dependency { Clock() }
  Dependency { try Service(injecting: Service.self) }
}

func run() throws {
  let service: Service = try DependencyGraph.inject()
  let limited = Limited(label: "")
  print(service, limited)
}

import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}
struct Log: Sendable {}
struct Cache: Sendable {}
struct Draft: Sendable {}

func container(isOn: Bool, account: String?) -> DependencyContainer {
  DependencyContainer {
    // Either none or two: one cannot be injected.
    if isOn {
      Dependency { Clock() }
      Dependency { Clock() }
        .scope(.singleton)
    }
    DependencyGroup(for: account) { _ in
      Dependency { Draft() }
      Dependency { Draft() }
        .scope(.singleton)
      Dependency { 1 }
      Dependency { 1 }
    }
    // In the other branch there is one.
    if isOn {
      Dependency { Store() }
      Dependency { Store() }
        .scope(.singleton)
    } else {
      Dependency { Store() }
    }
    // They may be off and on by themselves.
    DependencyGroup {
      Dependency { Log() }
    }
    .enabled(isOn)
    DependencyGroup {
      Dependency { Log() }
        .scope(.singleton)
    }
    .enabled(!isOn)
    // One may stay alone.
    if isOn {
      Dependency { Cache() }
      if account == nil {
        Dependency { Cache() }
          .scope(.singleton)
      }
    }
  }
}

func run() throws {
  let clock: Clock = try DependencyGraph.inject()
  let optional: Clock? = try DependencyGraph.inject()
  let draft: Draft = try DependencyGraph.inject()
  let number: Int = try DependencyGraph.inject()
  let store: Store = try DependencyGraph.inject()
  let log: Log = try DependencyGraph.inject()
  let cache: Cache = try DependencyGraph.inject()
  print(clock, optional as Any, draft, number, store, log, cache)
}

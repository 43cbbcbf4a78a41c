import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Memory: Store {}
struct Clock: Sendable {}
struct Log: Sendable {}

/// Only one of them is there at a time, as far as anybody knows.
func branches(isTest: Bool) -> DependencyContainer {
  DependencyContainer {
    if isTest {
      Dependency { Memory() }
        .conforms(to: (any Store).self)
    } else {
      Dependency { Files() }
        .conforms(to: (any Store).self)
    }
  }
}

/// What is in a later container comes first.
let first = DependencyContainer {
  Dependency { Clock() }
}

let second = DependencyContainer {
  Dependency { Clock() }
    .scope(.singleton)
}

/// They differ in what they take, or in what they are called.
let third = DependencyContainer {
  Dependency { Log() }
  Dependency { (number: Int) in Log() }
  Dependency(named: "log") { Log() }
}

/// The group may be off.
func enabling(_ isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    Dependency { 1 }
    DependencyGroup {
      Dependency { 2 }
        .scope(.singleton)
    }
    .enabled(isOn)
  }
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let all: [any Store] = try DependencyGraph.inject()
  let clock: Clock = try DependencyGraph.inject()
  let log: Log = try DependencyGraph.inject()
  let numbered: Log = try DependencyGraph.inject(parameters: 1)
  let named: Log = try DependencyGraph.inject(byName: "log")
  let number: Int = try DependencyGraph.inject()
  print(store, all, clock, log, numbered, named, number)
}

import Stitcher

struct Clock: Sendable {}
struct Store: Sendable {}
struct Log: Sendable {}
struct Cache: Sendable {}
struct Mode: Sendable {}
struct Extra: Sendable {}
enum Level: Sendable { case one, two, three }

/// What is registered in some branch only is not missing.
func container(isDebug: Bool, level: Level, clock: Clock?) -> DependencyContainer {
  DependencyContainer {
    if isDebug {
      Dependency { Store() }
    } else if level == .one {
      Dependency { Log() }
    }
    switch level {
    case .one, .two: Dependency { Cache() }
    case .three: Mode()
    }
    if let clock { Dependency { clock }.id(1) }
    for number in 0..<2 { Dependency(for: number) { number } }
  }
}

func run() throws {
  let store: Store = try DependencyGraph.inject()
  let log: Log = try DependencyGraph.inject()
  let cache: Cache = try DependencyGraph.inject()
  let mode: Mode = try DependencyGraph.inject()
  let clock: Clock = try DependencyGraph.inject()
  let number: Int = try DependencyGraph.inject(byValue: 7)
  print(store, log, cache, mode, clock, number)
}

/// What is not there is nil, or empty.
func ask() throws {
  let tolerated: Extra? = try? DependencyGraph.inject()
  let optional: Extra? = try DependencyGraph.inject()
  let explicit = try DependencyGraph.inject(byType: Extra?.self)
  let all: [Extra] = try DependencyGraph.inject()
  let some = try DependencyGraph.inject(byType: Array<Extra>.self)
  print(tolerated as Any, optional as Any, explicit as Any, all, some)
}

struct Screen {
  @Injected var extra: Extra?
  @Injected var extras: [Extra]
}

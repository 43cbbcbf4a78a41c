import Stitcher

final class Log: Sendable {
  init(_ cache: Cache) {}
}
final class Cache: Sendable {}
class Base {}
final class Derived: Base {}

/// What it decorates is known when it runs.
func logging<Inner>(_ type: Inner.Type) -> DependencyContainer {
  DependencyContainer {
    Decorator(type) { inner in
      let log: Log = try DependencyGraph.inject()
      print(log)
      return inner
    }
  }
}

func naming(_ name: String, _ base: Base.Type) -> DependencyContainer {
  DependencyContainer {
    Decorator(named: name) { (inner: Cache) in inner }
    Decorator(base) { $0 }
  }
}

let app = DependencyContainer {
  Dependency { Cache() }
  Dependency(autowired: Log.init)
}

func run() throws {
  let cache: Cache = try DependencyGraph.inject()
  print(cache)
}

import Stitcher

final class Request: Sendable {}
protocol Store: Sendable {}
final class Files: Store {}
struct Traced: Store {
  init(_ inner: any Store, request: Request) {}
}
final class Cache: Sendable {}

let requests = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
}

/// They come and go together.
func stores(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    if isOn {
      Dependency { Files() }
        .conforms(to: (any Store).self)
        .scope(.singleton)
      Decorator((any Store).self, autowired: Traced.init(_:request:))
    } else {
      Dependency { Files() }
        .conforms(to: (any Store).self)
        .scope(.instance)
    }
  }
}

let caches = DependencyContainer {
  Dependency { Cache() }
    .scope(.shared)
}

/// Whatever it meets is kept.
let tracing = DependencyContainer {
  Decorator { (inner: Cache) in
    let request: Request = try DependencyGraph.inject()
    print(request)
    return inner
  }
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let cache: Cache = try DependencyGraph.inject()
  print(store, cache)
}

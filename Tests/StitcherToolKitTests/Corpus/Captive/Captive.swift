import Stitcher

final class Request: Sendable {}

final class Cache: Sendable {
  init(_ request: Request) {}
}

final class Pool: Sendable {
  init() throws { try fill() }

  private func fill() throws {
    let request: Request = try DependencyGraph.inject()
    print(request)
  }
}

final class Named: Sendable {
  init(_ request: Request) {}
}

let source = ChangeSource()

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { Cache(try DependencyGraph.inject()) }
  Dependency { try Pool() }
    .scope(.singleton)
  Dependency(autowired: Named.init(_:))
    .named("named")
    .scope(.managed(by: source))
}

func run() throws {
  let cache: Cache = try DependencyGraph.inject()
  let pool: Pool = try DependencyGraph.inject()
  let named: Named = try DependencyGraph.inject(byName: "named")
  print(cache, pool, named)
}

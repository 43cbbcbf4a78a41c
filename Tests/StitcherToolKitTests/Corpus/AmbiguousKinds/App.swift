import Stitcher

protocol Store: Sendable {}
final class Files: Store {}
final class Memory: Store {}
class Base: @unchecked Sendable {}  // Safe: it has no state.
final class One: Base, @unchecked Sendable {}  // Safe: it has no state.
final class Two: Base, @unchecked Sendable {}  // Safe: it has no state.
struct RequestLog: Sendable {}

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  Dependency { Memory() }
    .conforms(to: (any Store).self)
  Dependency { One() }
    .inherits(from: Base.self)
  Dependency { Two() }
    .inherits(from: Base.self)
  Dependency { RequestLog() }
  Dependency { RequestLog() }
    .scope(.singleton)
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let base: Base = try DependencyGraph.inject()
  let log: RequestLog = try DependencyGraph.inject()
  print(store, base, log)
}

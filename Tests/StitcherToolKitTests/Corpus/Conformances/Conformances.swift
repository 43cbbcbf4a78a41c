import Stitcher

protocol Store: Sendable {}
protocol Log: Sendable {}
class Base: @unchecked Sendable {}  // Safe: it has no state.
final class Files: Base, Store, Log, @unchecked Sendable {}  // Safe: it has no state.

let app = DependencyContainer {
  Dependency(conformingTo: (any Store).self) { Files() }
  Dependency(inheritingFrom: Base.self) { Files() }
    .scope(.instance)
  Dependency { Files() }
    .scope(.singleton)
    .conforms { $0 as any Log }
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let base: Base = try DependencyGraph.inject()
  let log: any Log = try DependencyGraph.inject()
  let files: [Files] = try DependencyGraph.inject()
  let one: Files = try DependencyGraph.inject()
  print(store, base, log, files, one)
}

import Stitcher

// `any Store & AnyObject` is another type than `any Store`, unless `Store` asks for objects itself,
// which the name of the type does not tell.
protocol Store: Sendable {}
protocol Cache: AnyObject, Sendable {}
final class Disk: Store {}
final class Memory: Store {}
final class Fast: Cache {}

let app = DependencyContainer {
  Dependency { Disk() }
    .conforms(to: (any Store).self)
  Dependency { Memory() }
    .conforms(to: (any Store & AnyObject).self)
  Dependency { Fast() }
    .conforms(to: (any Cache & AnyObject).self)
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let object: any Store & AnyObject = try DependencyGraph.inject()
  let cache: any Cache = try DependencyGraph.inject()
  print(store, object, cache)
}

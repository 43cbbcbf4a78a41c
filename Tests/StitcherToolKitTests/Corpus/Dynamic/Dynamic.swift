import Stitcher

protocol Loading: Sendable {
  func load() throws
}

struct Store: Sendable {}

/// Who is called by a protocol or is overridden is not known.
final class Recursive: Loading {
  func load() throws {
    let recursive: Store = try DependencyGraph.inject()
    print(recursive)
  }
}

class Base: @unchecked Sendable {  // Safe: it has no state.
  required init() throws { try prepare() }
  func prepare() throws { _ = try DependencyGraph.inject() as Base }
}

final class Derived: Base, @unchecked Sendable {  // Safe: it has no state.
  required init() throws { try super.init() }
  override func prepare() throws {}
}

func make(_ loading: any Loading) throws -> Store {
  try loading.load()
  return Store()
}

let app = DependencyContainer {
  Dependency { try make(Recursive()) }
  Dependency { try Derived() }
    .inherits(from: Base.self)
}

func run() throws {
  let store: Store = try DependencyGraph.inject()
  let base: Base = try DependencyGraph.inject()
  print(store, base)
}

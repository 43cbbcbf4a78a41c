import Stitcher

class Base: @unchecked Sendable {  // Safe: it has no state.
  func prepare() throws -> Int { 1 }
  var text: String { "" }
  subscript(_ index: Int) -> Double { 1 }
}

final class Derived: Base, @unchecked Sendable {  // Safe: it has no state.
  override func prepare() throws -> Int { try DependencyGraph.inject() }
  override var text: String { try! DependencyGraph.inject() }
  override subscript(_ index: Int) -> Double { try! DependencyGraph.inject() }
}

struct Service: Sendable {
  init(_ base: Base) throws { print(try base.prepare(), base.text, base[1]) }
}

// What may run instead is drawn, but is no proof of a cycle.
let app = DependencyContainer {
  Dependency { try Service(Base()) }
  Dependency { 1 }
  Dependency { "text" }
  Dependency { 1.5 }
}

func run() throws {
  let service: Service = try DependencyGraph.inject()
  print(service)
}

import Stitcher

let shared: Global = try! DependencyGraph.inject()

struct Global: Sendable {
  init() { print(shared) }
}

struct Table: Sendable {
  init() { print(self[1]) }
  subscript(_ index: Int) -> Table { try! DependencyGraph.inject() }
}

struct Property: Sendable {
  let other = Self.makeOther()
  init() {}
  static func makeOther() -> [String] {
    _ = try! DependencyGraph.inject() as Property
    return []
  }
}

struct Argument: Sendable {
  init(_ number: Int = fallback()) {}
}

func fallback() -> Int {
  let argument: Argument = try! DependencyGraph.inject()
  print(argument)
  return 1
}

class Base: @unchecked Sendable {  // Safe: it has no state.
  init(number: Int) { _ = try! DependencyGraph.inject() as Derived }
}

final class Derived: Base, @unchecked Sendable {  // Safe: it has no state.
  convenience init() { self.init(text: "") }
  init(text: String) { super.init(number: 1) }
}

let app = DependencyContainer {
  Dependency { Global() }
  Dependency { Table() }
  Dependency { Property() }
  Dependency { Argument() }
  Dependency { Derived() }
}

func run() throws {
  let table: Table = try DependencyGraph.inject()
  let property: Property = try DependencyGraph.inject()
  let argument: Argument = try DependencyGraph.inject()
  print(table, property, argument)
}

import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Asked: Sendable {}
struct Never: Sendable {}
final class Eager: Sendable {}
struct Optional: Sendable {}
struct Listed: Sendable {}

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  Dependency { Asked() }
  Dependency { Never() }
  Dependency { Eager() }
    .eagerness(.eager)
  Dependency { Optional() }
  Dependency { Listed() }
  Dependency(named: "asked") { 1 }
  Dependency(named: "never") { 1 }
  Dependency(for: 1) { 1 }
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let asked: Asked? = try? DependencyGraph.inject()
  let optional: Optional? = try DependencyGraph.inject()
  let listed: [Listed] = try DependencyGraph.inject()
  let named: Int = try DependencyGraph.inject(byName: "asked")
  print(store, asked as Any, optional as Any, listed, named)
}

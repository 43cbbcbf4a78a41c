import Stitcher

enum Key: Hashable {
  case number(Int)
  case plain
}

let app = DependencyContainer {
  Dependency(for: Key.number(1)) { "one" }
}

func run() throws {
  let one: String = try DependencyGraph.inject(byValue: Key.number(1))
  let two: String = try DependencyGraph.inject(byValue: Key.number(2))
  let text: String = try DependencyGraph.inject(byName: "one")
  print(one, two, text)
}

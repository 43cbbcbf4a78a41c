import Stitcher

struct Store: Sendable {}

/// It is found by the text that it makes of itself.
struct Version: CustomStringConvertible, Sendable {
  let number: Int
  var description: String { "version-\(number)" }
}

let app = DependencyContainer {
  Dependency(named: Version(number: 1)) { Store() }
}

func run() throws {
  let store: Store = try DependencyGraph.inject(byName: "version-1")
  print(store)
}

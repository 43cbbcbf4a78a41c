import Stitcher

enum Constants {
  static let computed = ["a", "b"].joined()
}

let app = DependencyContainer {
  Dependency(named: Constants.computed) { 1 }
}

/// A constant that is no literal may have this text.
func run() throws {
  let one: Int = try DependencyGraph.inject(byName: "ab")
  print(one)
}

import Stitcher

enum Constants {
  static let computed = ["a", "b"].joined()
}

/// Names that only the running program knows, on the side that asks.
func run(name: String) throws {
  let one: Int = try DependencyGraph.inject(byName: name)
  let two: Int = try DependencyGraph.inject(byName: "a\(one)")
  let three: Int = try DependencyGraph.inject(byName: Constants.computed)
  print(two, three)
}

import Stitcher

struct Clock: Sendable {}

let app = DependencyContainer {
  Dependency { Clock() }
  Dependency(named: "one") { 1 }
  Dependency(for: 1) { 1 }
}

/// Any type, and any name, may be asked for here; a value is not.
func find<T>(_ name: String) throws -> (T, T) {
  (try DependencyGraph.inject(), try DependencyGraph.inject(byName: name))
}

import Stitcher

struct Own: Sendable {
  init() throws { self = try DependencyGraph.inject() }
}

struct Left: Sendable {
  let right: Right
}

final class Right: Sendable {
  init(_ middle: Middle) {}
}

struct Middle: Sendable {
  init() throws { try Self.prepare() }

  static func prepare() throws {
    let left: Left = try DependencyGraph.inject()
    print(left)
  }
}

let app = DependencyContainer {
  Dependency { try Own() }
  Dependency { Left(right: try DependencyGraph.inject()) }
  Dependency(autowired: Right.init(_:))
  Dependency { try Middle() }
}

func run() throws {
  let own: Own = try DependencyGraph.inject()
  let left: Left = try DependencyGraph.inject()
  print(own, left)
}

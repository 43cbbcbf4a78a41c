import Stitcher

final class Lazy {
  @Injected var other: Other
}

final class Other {
  init(_ lazy: Lazy) {}
}

final class Later: Sendable {
  let make: @Sendable () throws -> Later = { try DependencyGraph.inject() }
}

struct Optional: Sendable {
  init(again: Bool) throws {
    if again {
      let other: Optional = try DependencyGraph.inject()
      print(other)
    }
  }
}

struct Tolerant: Sendable {
  init() {
    let other: Tolerant? = try? DependencyGraph.inject()
    print(other as Any)
  }
}

struct Early: Sendable {
  init(_ isDone: Bool) throws {
    guard !isDone else { return }
    self = try DependencyGraph.inject()
  }
}

struct Many: Sendable {
  init(_ count: Int) throws {
    for _ in 0..<count { self = try DependencyGraph.inject() }
  }
}

/// Two of them: which one is injected is not known.
struct Two: Sendable {
  init() {}
  init(other: Two) {}
}

let app = DependencyContainer {
  Dependency { Lazy() }
  Dependency { Other(try DependencyGraph.inject()) }
  Dependency { Later() }
  Dependency { try Optional(again: Bool.random()) }
  Dependency { Tolerant() }
  Dependency { try Early(Bool.random()) }
  Dependency { try Many(Int.random(in: 0..<2)) }
  Dependency { Two() }
}

let outer = DependencyContainer {
  Dependency { Two(other: try DependencyGraph.inject()) }
    .scope(.singleton)
}

func run() throws {
  let other: Other = try DependencyGraph.inject()
  let later: Later = try DependencyGraph.inject()
  let optional: Optional = try DependencyGraph.inject()
  let tolerant: Tolerant = try DependencyGraph.inject()
  let early: Early = try DependencyGraph.inject()
  let many: Many = try DependencyGraph.inject()
  let two: Two = try DependencyGraph.inject()
  print(other, later, optional, tolerant, early, many, two)
}

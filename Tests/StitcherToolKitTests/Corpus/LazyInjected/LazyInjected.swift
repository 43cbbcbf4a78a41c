import Stitcher

/// Both keep the other, and neither needs it to be made.
final class Parent {
  @Injected var child: Child
}

final class Child {
  let parent: Parent
  init(parent: Parent) { self.parent = parent }
}

/// Read in the initializer.
final class Eager {
  @Injected var eager: Eager
  init() { print(eager) }
}

/// What is lazy may be missing, too.
final class Late {
  @Injected var missing: Missing
}

struct Missing: Sendable {}

let app = DependencyContainer {
  Dependency { Parent() }
  Dependency { Child(parent: try DependencyGraph.inject()) }
  Dependency { Eager() }
  Dependency { Late() }
}

func run() throws {
  let child: Child = try DependencyGraph.inject()
  let eager: Eager = try DependencyGraph.inject()
  let late: Late = try DependencyGraph.inject()
  print(child, eager, late)
}

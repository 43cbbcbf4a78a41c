import StitcherMacros

enum Outer {
  @Registerable(scope: .singleton)
  struct Kept: Sendable {}

  @Registerable(scope: .singleton)
  struct Lost: Sendable {}
}

let app = DependencyContainer { Outer.Kept.dependencyRegistration }

func run() throws {
  let kept: Outer.Kept = try DependencyGraph.inject()
  let lost: Outer.Lost = try DependencyGraph.inject()
  print(kept, lost)
}

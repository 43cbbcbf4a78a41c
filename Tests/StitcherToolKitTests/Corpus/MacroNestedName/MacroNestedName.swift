import StitcherMacros

enum Outer {
  @Registerable(by: .name("kept"))
  struct Kept: Sendable {}

  @Registerable(by: .name("lost"))
  struct Lost: Sendable {}
}

let app = DependencyContainer { Outer.Kept.dependencyRegistration }

func run() throws {
  let kept: Outer.Kept = try DependencyGraph.inject(byName: Outer.Kept.dependencyName)
  let lost: Outer.Lost = try DependencyGraph.inject(byName: Outer.Lost.dependencyName)
  print(kept, lost)
}

import Stitcher

protocol Step: Sendable {}
struct Parse: Step {}
struct Check: Step {}

let app = DependencyContainer {
  Dependency { Parse() }
    .conforms(to: (any Step).self)
}

/// A child adds to what its parents have.
func handle(_ graph: DependencyGraph) throws {
  let child = graph.child {
    Dependency { Check() }
      .conforms(to: (any Step).self)
  }
  let steps: [any Step] = try child.inject()
  print(steps)
}

import Stitcher

protocol Step: Sendable {}
struct Parse: Step {}
struct Check: Step {}
struct Address: Sendable {}

let app = DependencyContainer {
  Dependency { [Parse()] as [any Step] }
  Dependency { Check() }
    .conforms(to: (any Step).self)
  Dependency { Address() as Address? }
  Dependency { Address() }
}

struct Screen {
  @Injected var steps: [any Step]
  @Injected var address: Address?
}

func run() throws {
  let steps: [any Step] = try DependencyGraph.inject()
  let one: any Step = try DependencyGraph.inject()
  let address: Address = try DependencyGraph.inject()
  print(steps, one, address)
}

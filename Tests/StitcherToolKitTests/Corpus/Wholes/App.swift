import Stitcher

protocol Step: Sendable {}
struct Parse: Step {}
struct Address: Sendable {}
final class Request: Sendable {}

/// Found as they are, since nothing is registered for what they contain.
let app = DependencyContainer {
  Dependency { [Parse()] as [any Step] }
  Dependency { Address() as Address? }
  Dependency { ["a": 1] }
  Dependency { [try DependencyGraph.inject() as Request] as Set<Request> }
    .scope(.singleton)
  Dependency { Request() }
    .scope(.scoped)
  Dependency { (number: Int) in [number] }
}

extension Request: Hashable {
  static func == (one: Request, other: Request) -> Bool { one === other }
  func hash(into hasher: inout Hasher) {}
}

struct Screen {
  @Injected var steps: [any Step]
  @Injected var address: Address?
  @Injected var numbers: [String: Int]
}

struct Autowired: Sendable {
  init(_ steps: [any Step], _ address: Address?) {}
}

let more = DependencyContainer {
  Dependency(autowired: Autowired.init(_:_:))
}

func run() throws {
  let steps: [any Step] = try DependencyGraph.inject()
  let address: Address? = try DependencyGraph.inject()
  let autowired: Autowired = try DependencyGraph.inject()
  let listed: [Int] = try DependencyGraph.inject(parameters: 1)
  print(steps, address as Any, autowired, listed)
}

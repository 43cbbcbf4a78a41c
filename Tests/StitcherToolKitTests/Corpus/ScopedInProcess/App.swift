import Stitcher

final class Request: Sendable {}
struct Checkout: Sendable {
  let request: Request
}
final class Session: Sendable {}
struct Clock: Sendable {}

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency(autowired: Checkout.init(request:))
  Dependency { Session() }
  Dependency { Clock() }
}

func run(_ graph: DependencyGraph) async throws {
  let request: Request = try DependencyGraph.process.inject()
  let awaited: Request = try await DependencyGraph.process.injectAsync()
  let checkout: Checkout = try DependencyGraph.process.inject()
  print(request, awaited, checkout)
  // These are not scoped, or which graph is current is not known.
  let session: Session = try DependencyGraph.process.inject()
  let clock: Clock = try DependencyGraph.process.inject()
  let current: Request = try DependencyGraph.inject()
  let given: Request = try graph.inject()
  let child: Request = try DependencyGraph.process.child().inject()
  let tolerated: Request? = try? DependencyGraph.process.inject()
  print(session, clock, current, given, child, tolerated as Any)
}

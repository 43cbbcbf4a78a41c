import Stitcher

struct Request: Sendable {}
struct Currency: Sendable {}

final class Session: Sendable {
  init(_ request: Request) {}
}

struct Pricing: Sendable {
  init(_ currency: Currency) {}
}

let app = DependencyContainer {
  Dependency { Currency() }
  Dependency { Pricing(try DependencyGraph.inject()) }
  Dependency { Session(try DependencyGraph.inject()) }
    .scope(.scoped)
}

/// What a child registers may be found by what the parent has.
func handle(_ graph: DependencyGraph) async throws {
  let child = graph.child(named: "request") {
    Dependency { Request() }
    Dependency { Currency() }
  }
  let isolated = graph.isolated {
    Dependency { 1 }
  }
  try child.run {
    let session: Session = try DependencyGraph.inject()
    let pricing: Pricing = try DependencyGraph.inject()
    print(session, pricing)
  }
  let number: Int = try isolated.inject()
  let missing: String = try child.inject()
  print(number, missing)
  try await child.end()
}

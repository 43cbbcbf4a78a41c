import Stitcher

final class Request: Sendable {}
final class Maybe: Sendable {}

/// New each time, so it may be kept by nobody longer than by who asks.
final class Checkout: Sendable {
  init(_ request: Request) {}
}

final class Session: Sendable {
  init(_ request: Request) {}
}

/// It asks when it is used.
final class Server: Sendable {
  func handle() throws {
    let request: Request = try DependencyGraph.inject()
    print(request)
  }
}

final class Lazy {
  @Injected var request: Request
}

final class Unsure: Sendable {
  init(_ maybe: Maybe) {}
}

final class Sometimes: Sendable {
  init(_ isOn: Bool) throws {
    if isOn { _ = try DependencyGraph.inject() as Request }
  }
}

func app(isOn: Bool, scope: DependencyScope) -> DependencyContainer {
  DependencyContainer {
    Dependency { Request() }
      .scope(.scoped)
    Dependency { Checkout(try DependencyGraph.inject()) }
      .scope(.instance)
    Dependency { Session(try DependencyGraph.inject()) }
      .scope(.scoped)
    Dependency { Server() }
      .scope(.singleton)
    Dependency { Lazy() }
    if isOn {
      Dependency { Maybe() }
        .scope(.scoped)
    } else {
      Dependency { Maybe() }
        .scope(.singleton)
    }
    Dependency { Unsure(try DependencyGraph.inject()) }
    Dependency { try Sometimes(isOn) }
    Dependency(named: "scope") { Checkout(try DependencyGraph.inject()) }
      .scope(scope)
  }
}

func run() throws {
  let checkout: Checkout = try DependencyGraph.inject()
  let session: Session = try DependencyGraph.inject()
  let server: Server = try DependencyGraph.inject()
  let lazy: Lazy = try DependencyGraph.inject()
  let unsure: Unsure = try DependencyGraph.inject()
  let sometimes: Sometimes = try DependencyGraph.inject()
  let named: Checkout = try DependencyGraph.inject(byName: "scope")
  print(checkout, session, server, lazy, unsure, sometimes, named)
}

import Stitcher

struct Store: Sendable {}
struct Database: Sendable {}
struct Session: Sendable {}
struct Service: Sendable {
  let store: Store

  init() throws { store = try Self.makeStore() }

  private static func makeStore() throws -> Store {
    Store(database: try DependencyGraph.inject())
  }
}

extension Store {
  init(database: Database) { self.init() }
}

// What a factory calls is looked into, over as many calls as it takes.
let app = DependencyContainer {
  Dependency { try Service() }
  Dependency { makeSession() }
}

func makeSession() -> Session {
  let session: Session = try! DependencyGraph.inject(byName: "session")
  return session
}

func run() throws {
  let service: Service = try DependencyGraph.inject()
  let session: Session = try DependencyGraph.inject()
  print(service, session)
}

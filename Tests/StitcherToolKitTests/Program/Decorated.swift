import Stitcher

/// A program with decorators, which the tool reads and a graph runs: see ``AgreementTests``.
enum Decorated {
  protocol Store: Sendable {}

  final class Files: Store {}

  final class Log: Sendable {}

  struct Logged: Store {
    let inner: any Store
    init(_ inner: any Store, log: Log) { self.inner = inner }
  }

  final class Search: Sendable {
    init(_ store: any Store, numbers: [Int]) {}
  }

  /// The registrations of the graph.
  static let app = DependencyContainer {
    Dependency { Files() }
      .conforms(to: (any Store).self)
      .scope(.singleton)
    Dependency { Log() }
      .scope(.singleton)
    Dependency(autowired: Search.init(_:numbers:))
    Dependency(named: "drafts") { Files() }
    Dependency(for: 7) { Files() }
      .scope(.scoped)
    Dependency { 1 }

    Decorator((any Store).self, autowired: Logged.init(_:log:))
    Decorator((any Store).self) { inner in
      let log: Log = try DependencyGraph.inject()
      return withExtendedLifetime(log) { inner }
    }
    Decorator(named: "drafts") { (inner: any Store) in
      let log: Log = try DependencyGraph.inject()
      return Logged(inner, log: log)
    }
    Decorator(value: 7) { (inner: Files) in inner }
    DependencyGroup {
      Decorator { (inner: Int) in inner + 1 }
    }
    // This decorator has no matching dependency.
    Decorator { (inner: String) in
      let log: Log = try DependencyGraph.inject()
      return "\(inner) \(log)"
    }
  }

  /// Injects every dependency.
  static func run(in graph: DependencyGraph) throws {
    let search: Search = try graph.inject()
    let drafts: any Store = try graph.inject(byName: "drafts")
    let seven: Files = try graph.inject(byValue: 7)
    withExtendedLifetime((search, drafts, seven)) {}
  }
}

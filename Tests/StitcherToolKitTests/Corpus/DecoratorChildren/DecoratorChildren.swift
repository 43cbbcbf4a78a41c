import Stitcher

protocol Store: Sendable {}
final class Files: Store {}
struct Plain: Store {}
struct Wrapped: Store {
  let inner: any Store
}
struct User: Sendable {}
final class Report: Sendable {
  init(_ store: any Store) {}
}

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
    .scope(.singleton)
  Dependency { Report(try DependencyGraph.inject()) }
    .scope(.singleton)
}

/// A child's decorator comes around those of containers, wherever it stands. The report of the
/// parent does not see it.
func handle(_ graph: DependencyGraph) throws {
  let child = graph.child {
    Dependency { User() }
    Decorator((any Store).self) { inner in
      let user: User = try DependencyGraph.inject()
      let report: Report = try DependencyGraph.inject()
      print(user, report)
      return Wrapped(inner: inner)
    }
  }
  let isolated = graph.isolated {
    Dependency { Plain() as any Store }
  }
  let store: any Store = try child.inject()
  let plain: any Store = try isolated.inject()
  print(store, plain)
}

let logging = DependencyContainer {
  Decorator((any Store).self) { Wrapped(inner: $0) }
}

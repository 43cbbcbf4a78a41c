import Stitcher

/// A kept instance with an asynchronous factory.
private final class Connection: Sendable {}

/// An instance with an asynchronous factory for each injection.
private final class Cursor: Sendable {}

/// The protocol with a decorator.
private protocol Writing: Sendable {}

/// A decorated instance for each injection.
private final class Writer: Writing {}

extension Benchmark {
  /// Asynchronous factories, decorators, observers and teardowns.
  static let creationInTime: [Benchmark] = [
    Benchmark(["async.inject.live"]) { results in
      let container = DependencyContainer { Dependency { await open() }.scope(.singleton) }
      DependencyGraph.activate(container)
      results.measure("async.inject.live") { iterations in wait { await injectLive(iterations) } }
      DependencyGraph.deactivate(container)
    },
    Benchmark(["async.create"]) { results in
      let container = DependencyContainer { Dependency { await begin() }.scope(.instance) }
      DependencyGraph.activate(container)
      results.measure("async.create") { iterations in wait { await create(iterations) } }
      DependencyGraph.deactivate(container)
    },
    Benchmark(["decorated.fresh", "undecorated.fresh"]) { results in
      let plain = DependencyContainer {
        Dependency { Writer() }.conforms(to: (any Writing).self).scope(.instance)
      }
      let decorator = DependencyContainer { Decorator((any Writing).self) { $0 } }
      DependencyGraph.activate(plain)
      @Sendable func inject(_ iterations: Int) {
        for _ in 0..<iterations { Sink<any Writing>.take(try! DependencyGraph.inject()) }
      }
      results.measure("undecorated.fresh", inject)
      DependencyGraph.activate(decorator)
      results.measure("decorated.fresh", inject)
      DependencyGraph.deactivate(decorator)
      DependencyGraph.deactivate(plain)
    },
    Benchmark(["observed.fresh", "unobserved.fresh"]) { results in
      @Sendable func inject(_ iterations: Int) {
        for _ in 0..<iterations { Sink<Record>.take(try! DependencyGraph.inject()) }
      }
      results.measure("unobserved.fresh", inject)
      let watching = DependencyGraph.process.observe { Sink<GraphEvent>.take($0) }
      results.measure("observed.fresh", inject)
      watching.cancel()
    },
    Benchmark(["end.100k"]) { results in
      let count = 100_000
      let time = Rounds.median {
        let container = DependencyContainer {
          for position in 0..<count {
            Dependency(for: position) { Connection() }.scope(.singleton).teardown { _ in }
          }
        }
        let graph = DependencyGraph.process.isolated()
        graph.activate(container)
        for position in 0..<count {
          Sink<Connection>.take(try! graph.inject(byValue: position))
        }
        return seconds { wait { try! await graph.end() } } * 1e3
      }
      results.add("end.100k", time, "ms")
    },
  ]

  /// The asynchronous factory of the kept instance.
  private static func open() async -> Connection { Connection() }

  /// The asynchronous factory of new instances.
  private static func begin() async -> Cursor { Cursor() }

  /// Injects the kept instance.
  private static func injectLive(_ iterations: Int) async {
    for _ in 0..<iterations {
      Sink<Connection>.take(try! await DependencyGraph.injectAsync())
    }
  }

  /// Injects a new instance each time.
  private static func create(_ iterations: Int) async {
    for _ in 0..<iterations { Sink<Cursor>.take(try! await DependencyGraph.injectAsync()) }
  }
}

import Stitcher

// The graph's 200 registrations hold all that is asked for here, so no injection fails.

extension Benchmark {
  /// Singletons, fresh and shared objects, by type.
  static let instances: [Benchmark] = [
    Benchmark("inject.singleton") { iterations in
      for _ in 0..<iterations {
        Sink<any Service>.take(try! DependencyGraph.inject())
      }
    },
    Benchmark("inject.singleton.class") { iterations in
      for _ in 0..<iterations {
        Sink<LiveService>.take(try! DependencyGraph.inject())
      }
    },
    Benchmark("inject.fresh") { iterations in
      for _ in 0..<iterations {
        Sink<Record>.take(try! DependencyGraph.inject())
      }
    },
    Benchmark("inject.fresh.protocol") { iterations in
      for _ in 0..<iterations {
        Sink<any Recording>.take(try! DependencyGraph.inject())
      }
    },
    Benchmark("inject.graph4") { iterations in
      for _ in 0..<iterations {
        Sink<Page>.take(try! DependencyGraph.inject())
      }
    },
    Benchmark("inject.parameter1") { iterations in
      for iteration in 0..<iterations {
        Sink<Report>.take(try! DependencyGraph.inject(parameters: iteration))
      }
    },
    Benchmark("inject.shared") { iterations in
      let alive: SharedCache = try! DependencyGraph.inject()
      for _ in 0..<iterations {
        Sink<SharedCache>.take(try! DependencyGraph.inject())
      }
      withExtendedLifetime(alive) {}
    },
  ]
}

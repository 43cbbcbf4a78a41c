import Stitcher

// The graph's 200 registrations hold all that is asked for here, so no injection fails.

extension Benchmark {
  /// Singletons, fresh and shared objects, by type.
  static let instances: [Benchmark] = [
    Benchmark("inject.singleton") { iterations in
      for _ in 0..<iterations {
        let service: any Service = try! DependencyGraph.inject()
        sink(service)
      }
    },
    Benchmark("inject.singleton.class") { iterations in
      for _ in 0..<iterations {
        let service: LiveService = try! DependencyGraph.inject()
        sink(object: service)
      }
    },
    Benchmark("inject.fresh") { iterations in
      for _ in 0..<iterations {
        let record: Record = try! DependencyGraph.inject()
        sink(object: record)
      }
    },
    Benchmark("inject.fresh.protocol") { iterations in
      for _ in 0..<iterations {
        let record: any Recording = try! DependencyGraph.inject()
        sink(record)
      }
    },
    Benchmark("inject.graph4") { iterations in
      for _ in 0..<iterations {
        let page: Page = try! DependencyGraph.inject()
        sink(object: page)
      }
    },
    Benchmark("inject.parameter1") { iterations in
      for iteration in 0..<iterations {
        let report: Report = try! DependencyGraph.inject(parameters: iteration)
        sink(object: report)
      }
    },
    Benchmark("inject.shared") { iterations in
      let alive: SharedCache = try! DependencyGraph.inject()
      for _ in 0..<iterations {
        let cache: SharedCache = try! DependencyGraph.inject()
        sink(object: cache)
      }
      withExtendedLifetime(alive) {}
    },
  ]
}

import Stitcher

extension Benchmark {
  /// Singletons by name and by value.
  static let namesAndValues: [Benchmark] = [
    Benchmark("inject.name") { iterations in
      for _ in 0..<iterations {
        Sink<any Service>.take(try! DependencyGraph.inject(byName: "service.main"))
      }
    },
    Benchmark("inject.value") { iterations in
      for _ in 0..<iterations {
        Sink<any Service>.take(try! DependencyGraph.inject(byValue: Channel.main))
      }
    },
  ]
}

import Stitcher

extension Benchmark {
  /// Singletons by name and by value.
  static let namesAndValues: [Benchmark] = [
    Benchmark("inject.name") { iterations in
      for _ in 0..<iterations {
        let service: any Service = try! DependencyGraph.inject(byName: "service.main")
        sink(service)
      }
    },
    Benchmark("inject.value") { iterations in
      for _ in 0..<iterations {
        let service: any Service = try! DependencyGraph.inject(byValue: Channel.main)
        sink(service)
      }
    },
  ]
}

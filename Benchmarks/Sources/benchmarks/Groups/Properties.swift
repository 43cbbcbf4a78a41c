import Stitcher

/// An object with an injected property, and with a `lazy var` for comparison.
private final class Model {
  @Injected var service: any Service
  lazy var lazyService = Baselines.service
  init() {}
}

extension Benchmark {
  /// Reads of injected properties, and a reload.
  static let properties: [Benchmark] = [
    Benchmark("injected.later") { iterations in
      let model = Model()
      for _ in 0..<iterations { _ = opaque(model.service.number) }
    },
    Benchmark("injected.later.lazy-var") { iterations in
      let model = Model()
      for _ in 0..<iterations { _ = opaque(model.lazyService.number) }
    },
    Benchmark("injected.reload") { iterations in
      let service = Injected<any Service>()
      for _ in 0..<iterations { try! service.reload() }
    },
  ]
}

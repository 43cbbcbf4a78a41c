import Stitcher

/// A value with an injected property.
private struct Holder {
  @Injected var service: any Service
  init() {}
}

/// An object with injected properties, as an app's models are.
private final class Model {
  @Injected var service: any Service
  @Injected var live: LiveService
  @Injected var limits: Limits
  lazy var lazyService = Baselines.service
  init() {}
}

extension Benchmark {
  /// `@Injected` properties.
  static let properties: [Benchmark] = [
    Benchmark("injected.first") { iterations in
      for _ in 0..<iterations {
        let holder = Holder()
        sink(holder.service)
      }
    },
    Benchmark("injected.later") { iterations in
      let model = Model()
      for _ in 0..<iterations { sink(model.service) }
    },
    Benchmark("injected.later.class") { iterations in
      let model = Model()
      for _ in 0..<iterations { sink(object: model.live) }
    },
    Benchmark("injected.later.struct") { iterations in
      let model = Model()
      for _ in 0..<iterations { sink(model.limits) }
    },
    Benchmark("injected.later.lazy-var") { iterations in
      let model = Model()
      for _ in 0..<iterations { sink(model.lazyService) }
    },
  ]
}

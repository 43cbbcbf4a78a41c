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
  /// `@Injected` properties: created and read for the first time, then read and used. Beside them, what the language has
  /// for a property that is made at its first read.
  static let properties: [Benchmark] = [
    Benchmark("injected.first") { iterations in
      for _ in 0..<iterations {
        let holder = Holder()
        Sink<any Service>.take(holder.service)
      }
    },
    Benchmark("injected.later") { iterations in
      let model = Model()
      for _ in 0..<iterations { _ = opaque(model.service.number) }
    },
    Benchmark("injected.later.class") { iterations in
      let model = Model()
      for _ in 0..<iterations { Sink<LiveService>.take(model.live) }
    },
    Benchmark("injected.later.struct") { iterations in
      let model = Model()
      for _ in 0..<iterations { Sink<Limits>.take(model.limits) }
    },
    Benchmark("injected.later.lazy-var") { iterations in
      let model = Model()
      for _ in 0..<iterations { _ = opaque(model.lazyService.number) }
    },
  ]
}

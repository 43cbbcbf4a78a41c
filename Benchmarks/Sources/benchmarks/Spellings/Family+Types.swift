import Stitcher

// The graph's 200 registrations contain all injected dependencies, so no injection fails.

extension Family {
  /// A live singleton, by type.
  static let types = [
    Family(
      "a live singleton by protocol",
      [
        Spelling("inject.singleton") {
          for _ in 0..<$0 { Sink<any Service>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.by-type") {
          for _ in 0..<$0 {
            let service = try! DependencyGraph.inject(byType: (any Service).self)
            Sink<(any Service)?>.take(consume service)
          }
        },
        Spelling("inject.by-type.unwrapped") {
          for _ in 0..<$0 {
            Sink<any Service>.take(try! DependencyGraph.inject(byType: (any Service).self))
          }
        },
        Spelling("inject.optional") {
          for _ in 0..<$0 { Sink<(any Service)?>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.by-type.optional") {
          for _ in 0..<$0 {
            Sink<(any Service)?>.take(
              try! DependencyGraph.inject(byType: (any Service)?.self))
          }
        },
        Spelling("inject.by-type.optional.inferred") {
          for _ in 0..<$0 {
            let service = try! DependencyGraph.inject(byType: (any Service)?.self)
            Sink<(any Service)??>.take(consume service)
          }
        },
      ]),
    Family(
      "a live singleton by class",
      [
        Spelling("inject.singleton.class") {
          for _ in 0..<$0 { Sink<LiveService>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.by-type.class") {
          for _ in 0..<$0 {
            let service = try! DependencyGraph.inject(byType: LiveService.self)
            Sink<LiveService?>.take(consume service)
          }
        },
        Spelling("inject.by-type.class.unwrapped") {
          for _ in 0..<$0 {
            Sink<LiveService>.take(try! DependencyGraph.inject(byType: LiveService.self))
          }
        },
        Spelling("inject.optional.class") {
          for _ in 0..<$0 { Sink<LiveService?>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.by-type.class.optional") {
          for _ in 0..<$0 {
            Sink<LiveService?>.take(try! DependencyGraph.inject(byType: LiveService?.self))
          }
        },
      ]),
    Family(
      "a live shared object",
      [
        Spelling("inject.shared") { iterations in
          let alive: SharedCache = try! DependencyGraph.inject()
          for _ in 0..<iterations { Sink<SharedCache>.take(try! DependencyGraph.inject()) }
          withExtendedLifetime(alive) {}
        },
        Spelling("inject.shared.by-type") { iterations in
          let alive: SharedCache = try! DependencyGraph.inject()
          for _ in 0..<iterations {
            let cache = try! DependencyGraph.inject(byType: SharedCache.self)
            Sink<SharedCache?>.take(consume cache)
          }
          withExtendedLifetime(alive) {}
        },
        Spelling("inject.shared.optional") { iterations in
          let alive: SharedCache = try! DependencyGraph.inject()
          for _ in 0..<iterations { Sink<SharedCache?>.take(try! DependencyGraph.inject()) }
          withExtendedLifetime(alive) {}
        },
      ]),
  ]
}

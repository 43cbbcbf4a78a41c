import Stitch

extension DependencyMap {
  /// The key of the service.
  private struct ServiceKey: DependencyKey {
    static let dependency: any Service = LiveService()
  }

  /// The service, as an app declares it.
  fileprivate var service: any Service {
    get { resolve(key: ServiceKey.self) }
    set { register(key: ServiceKey.self, dependency: newValue) }
  }

  /// Returns the service by its key.
  fileprivate static func readService() -> any Service { map(for: ServiceKey.self) }

  /// Returns the dependency of a key, as a getter of the map does.
  @inline(__always)
  private static func map<Key: DependencyKey>(for key: Key.Type) -> Key.Value {
    Resolver().resolve(key: key)
  }

  /// The key of a value that needs no counting.
  private struct LimitsKey: DependencyKey {
    static let dependency = Limits()
  }

  /// A value that needs no counting.
  fileprivate var limits: Limits {
    get { resolve(key: LimitsKey.self) }
    set { register(key: LimitsKey.self, dependency: newValue) }
  }
}

/// Something that resolves.
private struct Resolver: DependencyLifecycleScope {}

/// An object with properties that read the map, as an app's models are.
private final class KeyPathModel {
  @Stitch(\.service) var service
  @Stitch(\.limits) var limits: Limits
  init() {}
}

extension Benchmark {
  /// The map of key paths: reads by property, by key and by key path; registrations.
  static let stitch: [Benchmark] = [
    Benchmark("stitch.property") { iterations in
      let model = KeyPathModel()
      for _ in 0..<iterations { Sink<any Service>.take(model.service) }
    },
    Benchmark("stitch.property.value") { iterations in
      let model = KeyPathModel()
      for _ in 0..<iterations { Sink<Limits>.take(model.limits) }
    },
    Benchmark("stitch.property.new-owner") { iterations in
      for _ in 0..<iterations { Sink<any Service>.take(KeyPathModel().service) }
    },
    Benchmark("stitch.key") { iterations in
      for _ in 0..<iterations { Sink<any Service>.take(DependencyMap.readService()) }
    },
    Benchmark("stitch.key-path") { iterations in
      for _ in 0..<iterations { Sink<any Service>.take(DependencyMap.resolve(\.service)) }
    },
    Benchmark("stitch.key-path.stored") { iterations in
      let keyPaths = [\DependencyMap.service]
      for iteration in 0..<iterations {
        Sink<any Service>.take(DependencyMap.resolve(keyPaths[iteration & 0]))
      }
    },
    Benchmark("stitch.register") { iterations in
      let resolver = Resolver()
      let service = LiveService()
      for _ in 0..<iterations { resolver.register(\.service, dependency: service) }
    },
    Benchmark("stitch.assign") { iterations in
      let model = KeyPathModel()
      let service = LiveService()
      for _ in 0..<iterations { model.service = service }
    },
  ]
}

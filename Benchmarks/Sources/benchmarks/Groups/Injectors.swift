import SwiftDependencyInjector

/// An object with an injected property that shares a singleton.
private final class InjectedModel {
  @Inject(injection: .singleton) var service: any Service
  init() {}
}

extension Benchmark {
  /// Contexts with several implementations; beside them, the same through Stitcher.
  static let injectors: [Benchmark] = [
    Benchmark("injector.singleton") { iterations in
      let injector = AppInjector.injector
      for _ in 0..<iterations {
        Sink<any Service>.take(injector.get(injectionType: .singleton))
      }
    },
    Benchmark("injector.fresh") { iterations in
      let injector = AppInjector.injector
      for _ in 0..<iterations { Sink<Record>.take(injector.get()) }
    },
    Benchmark("injector.key") { iterations in
      let injector = AppInjector.injector
      for _ in 0..<iterations {
        Sink<any Service>.take(injector.get(injectionType: .singleton, constrainedTo: "live"))
      }
    },
    Benchmark("injector.property.later") { iterations in
      _ = AppInjector.injector
      let model = InjectedModel()
      for _ in 0..<iterations { Sink<any Service>.take(model.service) }
    },
  ]
}

/// The context of these rows, with 200 abstractions.
private enum AppInjector {
  /// The injector of the global context.
  static let injector: Injector = {
    let injector = Injector.global
    injector.turnOffLogger()
    injector.register(
      (any Service).self, defaultDependency: "live",
      implementations: ["live": { LiveService() }, "other": { LiveService() }])
    injector.register(Record.self) { Record() }
    for position in 0..<Containers.usualCount - 2 { fill(injector, Fillers.type(at: position)) }
    return injector
  }()

  /// Registers a type that nobody asks for.
  private static func fill<Value>(_ injector: Injector, _ type: Value.Type) {
    injector.register(type) { fatalError("never asked for") }
  }
}

import SwiftDependencyInjector

/// An object with injected properties, as an app's models are.
private final class InjectedModel {
  @Inject(injection: .singleton) var service: any Service
  @Injectable(injection: .singleton) var optional: (any Service)?
  @ObservedInject var observed: any Service
  @ObservedInjectable var optionalObserved: (any Service)?
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
    Benchmark("injector.property.later.optional") { iterations in
      _ = AppInjector.injector
      let model = InjectedModel()
      for _ in 0..<iterations { Sink<(any Service)?>.take(model.optional) }
    },
    Benchmark("injector.observed.later") { iterations in
      _ = AppInjector.injector
      let model = InjectedModel()
      for _ in 0..<iterations { Sink<any Service>.take(model.observed) }
    },
    Benchmark("injector.observed.later.optional") { iterations in
      _ = AppInjector.injector
      let model = InjectedModel()
      for _ in 0..<iterations { Sink<(any Service)?>.take(model.optionalObserved) }
    },
    Benchmark("injector.update-key") { iterations in
      let injector = AppInjector.injector
      for iteration in 0..<iterations {
        injector.updateDependencyKey(
          of: (any Service).self, newKey: iteration & 1 == 0 ? "other" : "live")
      }
      injector.updateDependencyKey(of: (any Service).self, newKey: "live")
    },
  ]
}

/// The context of these rows, with 200 abstractions.
private enum AppInjector {
  /// The injector of the global context.
  static let injector: Injector = {
    let injector = Injector.global
    injector.turnOffLogger(forced: true)
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

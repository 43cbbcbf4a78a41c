import SwiftDependencyInjector

/// The context of the `SwiftDependencyInjector` rows, with 200 abstractions.
enum AppInjector {
  /// The injector of the global context.
  static let injector = filled(Injector.global)

  /// The injector of a custom context.
  static let custom = filled(Injector.build(context: .custom(name: "benchmarks")))

  /// Registers the dependencies of the rows.
  private static func filled(_ injector: Injector) -> Injector {
    injector.turnOffLogger(forced: true)
    injector.register(
      (any Service).self, defaultDependency: "live",
      implementations: ["live": { LiveService() }, "other": { LiveService() }])
    injector.register(
      Record.self, defaultDependency: "live", implementations: ["live": { Record() }])
    for position in 0..<Containers.usualCount - 2 { fill(injector, Fillers.type(at: position)) }
    return injector
  }

  /// Registers a type that no benchmark resolves.
  private static func fill<Value>(_ injector: Injector, _ type: Value.Type) {
    injector.register(type) { fatalError("never asked for") }
  }
}

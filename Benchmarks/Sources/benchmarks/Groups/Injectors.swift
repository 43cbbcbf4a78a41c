import SwiftDependencyInjector

extension Benchmark {
  /// Changes of a context with several implementations.
  static let injectors: [Benchmark] = [
    Benchmark("injector.update-key") { iterations in
      let injector = AppInjector.injector
      for iteration in 0..<iterations {
        injector.updateDependencyKey(
          of: (any Service).self, newKey: iteration & 1 == 0 ? "other" : "live")
      }
      injector.updateDependencyKey(of: (any Service).self, newKey: "live")
    }
  ]
}

import SwiftDependencyInjector

/// Registers the implementations of the program.
public enum Setup {
  /// Registers all implementations.
  public static func start(in injector: Injector = .global) {
    injector.register(
      ForecastSource.self, defaultDependency: ForecastKey.remote.rawValue,
      implementations: [
        ForecastKey.remote.rawValue: RemoteForecasts.instance,
        ForecastKey.local.rawValue: LocalForecasts.instance,
      ])
    injector.register(Statistics.self, implementation: Statistics.instance)
  }
}

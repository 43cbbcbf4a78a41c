import SwiftDependencyInjector

/// Whether there is a network. It chooses where forecasts come from.
public enum Connection {
  /// Uses the service, or what is known without it.
  public static func change(isAvailable: Bool, in injector: Injector = .global) {
    let key: ForecastKey = isAvailable ? .remote : .local
    injector.updateDependencyKey(of: ForecastSource.self, newKey: key.rawValue)
  }
}

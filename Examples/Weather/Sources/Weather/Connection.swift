import SwiftDependencyInjector

/// The state of the network, which selects the source of forecasts.
public enum Connection {
  /// Selects the remote source, or the local source without a network.
  public static func change(isAvailable: Bool, in injector: Injector = .global) {
    let key: ForecastKey = isAvailable ? .remote : .local
    injector.updateDependencyKey(of: ForecastSource.self, newKey: key.rawValue)
  }
}

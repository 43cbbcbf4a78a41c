import SwiftDependencyInjector

/// Where forecasts come from.
public protocol ForecastSource {
  /// What the source is called.
  var title: String { get }

  /// Returns the temperatures of the next days, in degrees Celsius.
  func temperatures(in city: String) -> [Int]
}

/// The implementations' keys.
public enum ForecastKey: String {
  case remote, local
}

/// Asks a service: here a table, so that the example needs no network.
final class RemoteForecasts: ForecastSource, InjectableDependency {
  let title = "service"

  required init() {}

  func temperatures(in city: String) -> [Int] {
    ["Oslo": [3, 4, 2], "Lisbon": [18, 19, 21]][city] ?? []
  }
}

/// Remembers what was usual.
final class LocalForecasts: ForecastSource, InjectableDependency {
  let title = "almanac"

  required init() {}

  func temperatures(in city: String) -> [Int] { city == "Oslo" ? [0, 0, 0] : [15, 15, 15] }
}

/// Counts the reports of the program.
public final class Statistics: InjectableDependency {
  /// The number of reports so far.
  public private(set) var reports = 0

  /// Creates statistics of nothing.
  public required init() {}

  /// Counts one more.
  func count() { reports += 1 }
}

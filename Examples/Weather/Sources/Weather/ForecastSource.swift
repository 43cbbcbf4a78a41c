import SwiftDependencyInjector

/// A source of forecasts.
public protocol ForecastSource {
  /// The title of the source.
  var title: String { get }

  /// Returns the temperatures of the next days, in degrees Celsius.
  func temperatures(in city: String) -> [Int]
}

/// The keys of the implementations.
public enum ForecastKey: String {
  case remote, local
}

/// A remote source. The example reads a table, so that it needs no network.
final class RemoteForecasts: ForecastSource, InjectableDependency {
  let title = "service"

  required init() {}

  func temperatures(in city: String) -> [Int] {
    ["Oslo": [3, 4, 2], "Lisbon": [18, 19, 21]][city] ?? []
  }
}

/// A local source with average values.
final class LocalForecasts: ForecastSource, InjectableDependency {
  let title = "almanac"

  required init() {}

  func temperatures(in city: String) -> [Int] { city == "Oslo" ? [0, 0, 0] : [15, 15, 15] }
}

/// Counts the reports of the program.
public final class Statistics: InjectableDependency {
  /// The number of reports so far.
  public private(set) var reports = 0

  /// Creates statistics with a count of 0.
  public required init() {}

  /// Counts a report.
  func count() { reports += 1 }
}

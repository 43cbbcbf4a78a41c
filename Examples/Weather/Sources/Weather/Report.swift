import SwiftDependencyInjector

/// Writes reports.
public final class Report {
  /// The source of the current connection.
  @ObservedInject private var source: ForecastSource

  /// The local source, independent of the connection.
  @Injectable(constrainedTo: ForecastKey.local.rawValue) private var almanac: ForecastSource?

  /// The statistics, shared by all reports.
  @Inject(injection: .singleton) private var statistics: Statistics

  /// Creates a report.
  public init() {}

  /// Returns a line about a city.
  public func line(for city: String) -> String {
    statistics.count()
    let temperatures = source.temperatures(in: city)
    guard let warmest = temperatures.max() else { return "\(city): nothing known" }
    let usual = almanac?.temperatures(in: city).max() ?? warmest
    let comparison = warmest > usual ? "warmer than usual" : "as usual"
    return "\(city): up to \(warmest) °C (\(source.title)), \(comparison)"
  }

  /// The number of reports so far.
  public var number: Int { statistics.reports }
}

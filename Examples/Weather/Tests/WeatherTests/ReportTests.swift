import StitcherTesting
import SwiftDependencyInjector
import Testing

@testable import Weather

/// A source that a test controls.
private final class FixedForecasts: ForecastSource {
  let title: String
  let temperature: Int

  init(_ title: String, _ temperature: Int) {
    self.title = title
    self.temperature = temperature
  }

  func temperatures(in city: String) -> [Int] { [temperature] }
}

/// `Report.swift` declares the tested type, so the context is called `Report`. Each test has its
/// own context.
@Suite(.dependencies()) struct ReportTests {
  private let injector = Injector.build(context: .tests(name: "Report"))

  /// Registers the sources that the tests control.
  private func registerMocks() {
    injector.register(
      ForecastSource.self, defaultDependency: ForecastKey.remote.rawValue,
      implementations: [
        ForecastKey.remote.rawValue: { FixedForecasts("mock", 9) },
        ForecastKey.local.rawValue: { FixedForecasts("usual", 5) },
      ])
    injector.register(Statistics.self, implementation: Statistics.instance)
  }

  @Test func aReportComparesWithWhatIsUsual() {
    registerMocks()
    #expect(Report().line(for: "Rome") == "Rome: up to 9 °C (mock), warmer than usual")
  }

  @Test func aReportFollowsTheConnection() {
    registerMocks()
    let report = Report()
    Connection.change(isAvailable: false, in: injector)
    #expect(report.line(for: "Rome") == "Rome: up to 5 °C (usual), as usual")
    Connection.change(isAvailable: true, in: injector)
    #expect(report.line(for: "Rome").contains("mock"))
  }

  @Test func reportsAreCountedTogether() {
    registerMocks()
    _ = Report().line(for: "Rome")
    _ = Report().line(for: "Rome")
    #expect(Report().number == 2)
  }

  @Test func theProgramsOwnRegistrationsFitTogether() {
    Setup.start(in: injector)
    #expect(Report().line(for: "Oslo") == "Oslo: up to 4 °C (service), warmer than usual")
    Connection.change(isAvailable: false, in: injector)
    #expect(Report().line(for: "Oslo") == "Oslo: up to 0 °C (almanac), as usual")
  }
}

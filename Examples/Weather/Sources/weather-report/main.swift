import SwiftDependencyInjector
import Weather

Injector.global.turnOffLogger()
Setup.start()
let report = Report()
for isAvailable in [true, false, true] {
  if isAvailable != (Injector.global.getCurrentKey(of: ForecastSource.self) == "remote") {
    Connection.change(isAvailable: isAvailable)
  }
  print(isAvailable ? "Connected:" : "Not connected:")
  for city in ["Oslo", "Lisbon"] { print("  \(report.line(for: city))") }
}
print("\(Report().number) reports")

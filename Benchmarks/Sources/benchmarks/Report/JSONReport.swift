internal import Foundation

/// The figures as JSON.
enum JSONReport {
  /// Returns `{"results": [{"id": …, "value": …, "unit": …, "ratio": …}, …]}`.
  static func text(_ results: Results) -> String {
    let lines = results.measurements.map { measurement in
      let value = measurement.value.rounded(to: 3)
      let ratio = measurement.ratio.map { ", \"ratio\": \($0.rounded(to: 3))" } ?? ""
      return "  {\"id\": \"\(measurement.id)\", \"value\": \(value),"
        + " \"unit\": \"\(measurement.unit)\"\(ratio)}"
    }
    return "{\"results\": [\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  /// Returns the figures that ``text(_:)`` wrote.
  static func results(of data: Data) throws -> Results {
    var results = Results()
    for row in try JSONDecoder().decode(File.self, from: data).results {
      results.add(row.id, row.value, row.unit)
    }
    return results
  }

  /// What a file holds.
  private struct File: Decodable {
    /// The figures.
    let results: [Row]
  }

  /// What a file says of a figure.
  private struct Row: Decodable {
    /// What was measured.
    let id: String

    /// The figure.
    let value: Double

    /// The figure's unit.
    let unit: String
  }
}

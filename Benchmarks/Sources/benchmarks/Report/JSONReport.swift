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

  /// Returns the figures from the output of ``text(_:)``.
  static func results(of data: Data) throws -> Results {
    var results = Results()
    for row in try JSONDecoder().decode(File.self, from: data).results {
      results.add(row.id, row.value, row.unit)
    }
    return results
  }

  /// The contents of a file.
  private struct File: Decodable {
    /// The figures.
    let results: [Row]
  }

  /// A figure in a file.
  private struct Row: Decodable {
    /// The id of the figure.
    let id: String

    /// The value.
    let value: Double

    /// The unit of the value.
    let unit: String
  }
}

/// The figures as JSON.
enum JSONReport {
  /// Returns `{"results": [{"id": …, "value": …, "unit": …}, …]}`.
  static func text(_ results: Results) -> String {
    let lines = results.measurements.map { measurement in
      let value = measurement.value.rounded(to: 3)
      return "  {\"id\": \"\(measurement.id)\", \"value\": \(value),"
        + " \"unit\": \"\(measurement.unit)\"}"
    }
    return "{\"results\": [\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }
}

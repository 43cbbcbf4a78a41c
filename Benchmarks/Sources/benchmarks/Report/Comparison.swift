/// The changes between two runs.
///
/// Absolute times depend on the machine. So each ratio is divided by the median ratio of the
/// baselines, which tells how much faster or slower the machine was.
enum Comparison {
  /// Returns the rows of two runs side by side, if their id contains a text.
  static func table(_ before: Results, _ after: Results, _ filter: String) -> Table {
    let baselines = after.measurements.compactMap { measurement -> Double? in
      guard measurement.id.hasPrefix("baseline."), let old = before[measurement.id] else {
        return nil
      }
      return measurement.value / old
    }
    let machine = baselines.isEmpty ? 1 : baselines.median
    let wanted = after.measurements.filter { filter.isEmpty || $0.id.contains(filter) }
    return Table(
      headings: ["id", "before", "after", "after / before", "of the baselines'"],
      rows: wanted.map { row($0, before: before[$0.id], machine) }, isRight: [1, 2, 3, 4])
  }

  /// Returns the texts of a row.
  private static func row(
    _ measurement: Measurement, before: Double?, _ machine: Double
  ) -> [String] {
    let unit = measurement.unit
    let after = "\(measurement.value.short) \(unit)"
    guard let before else { return [measurement.id, "", after, "new", ""] }
    let change = measurement.value / before
    // Ratios and bytes do not depend on the machine.
    let isTime = ["ns", "µs", "ms", "s"].contains(unit)
    let relative = isTime ? change / machine : change
    return [
      measurement.id, "\(before.short) \(unit)", after, "\(change.rounded(to: 2)) ×",
      "\(relative.rounded(to: 2)) ×",
    ]
  }
}

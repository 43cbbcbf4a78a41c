/// The figures as a table, for a terminal or for Markdown.
struct Table {
  /// The headings.
  let headings: [String]

  /// The rows as texts.
  let rows: [[String]]

  /// The columns with right alignment in a terminal.
  let isRight: Set<Int>

  /// Creates a table of texts.
  init(headings: [String], rows: [[String]], isRight: Set<Int>) {
    self.headings = headings
    self.rows = rows
    self.isRight = isRight
  }

  /// Creates the table of a run's figures.
  init(_ results: Results) {
    self.init(
      headings: [
        "id", "measured", "must reach", "reach for", "", "allocations", "beside", "ratio",
      ],
      rows: results.measurements.map { Self.row($0, in: results) }, isRight: [1])
  }

  /// Returns the texts of a row.
  private static func row(_ measurement: Measurement, in results: Results) -> [String] {
    let target = Target.all[measurement.id]
    let baseline = target?.baseline
    let other = baseline.flatMap { results[$0] }
    return [
      measurement.id,
      "\(measurement.value.short) \(measurement.unit)",
      target.map { $0.text($0.must, unit: measurement.unit) } ?? "",
      target.map { $0.text($0.reach, unit: measurement.unit) } ?? "",
      target.map { $0.verdict(of: measurement, in: results).rawValue } ?? "",
      measurement.allocations?.short ?? "",
      other.map { "\(baseline ?? "") \($0.short)" } ?? "",
      ratio(of: measurement, target, other).map { "\($0.rounded(to: 2)) ×" } ?? "",
    ]
  }

  /// Returns the text in the column of ratios: a ratio that was measured in the same rounds, if the
  /// reference is the same.
  private static func ratio(
    of measurement: Measurement, _ target: Target?, _ other: Double?
  ) -> Double? {
    if let ratio = measurement.ratio, target?.baseline == target?.reference { return ratio }
    return other.map { measurement.value / $0 }
  }

  /// The table for a terminal.
  var text: String {
    let all = [headings] + rows
    let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return isRight.contains(column) ? padding + row[column] : row[column] + padding
      }
      return Self.trimmed(cells.joined(separator: "  ")) + "\n"
    }.joined()
  }

  /// The table for Markdown.
  var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let ids = rows.map { row in ["`\(row[0])`"] + row.dropFirst() }
    return line(headings) + line(headings.map { _ in "---" }) + ids.map(line).joined()
  }

  /// Returns a line without the spaces at its end.
  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

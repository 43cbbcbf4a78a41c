/// The figures as a table, for a terminal or for Markdown.
struct Table {
  /// The headings.
  private static let headings = [
    "id", "measured", "must reach", "reach for", "", "allocations", "beside", "ratio",
  ]

  /// The rows, as texts.
  private let rows: [[String]]

  /// Lays figures out.
  init(_ results: Results) {
    rows = results.measurements.map { Self.row($0, in: results) }
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
      target.map { $0.verdict(of: measurement.value, in: results).rawValue } ?? "",
      measurement.allocations?.short ?? "",
      other.map { "\(baseline ?? "") \($0.short)" } ?? "",
      other.map { "\((measurement.value / $0).rounded(to: 2)) ×" } ?? "",
    ]
  }

  /// The table for a terminal.
  var text: String {
    let all = [Self.headings] + rows
    let widths = Self.headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 1 ? padding + row[column] : row[column] + padding
      }
      return Self.trimmed(cells.joined(separator: "  ")) + "\n"
    }.joined()
  }

  /// The table for Markdown.
  var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let ids = rows.map { row in ["`\(row[0])`"] + row.dropFirst() }
    return line(Self.headings) + line(Self.headings.map { _ in "---" }) + ids.map(line).joined()
  }

  /// Returns a line without the spaces at its end.
  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

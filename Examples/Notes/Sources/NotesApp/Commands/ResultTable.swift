internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch

/// The results of a search as a table.
struct ResultTable {
  /// The lines of the table.
  let lines: [String]

  /// Creates the table of search results.
  init(_ results: [SearchResult], style: Style) {
    var table = Table([
      .init(emphasis: style.dim), .init(isTrailing: true), .init(limit: 32, emphasis: style.bold),
      .init(emphasis: style.accent), .init(limit: 36, emphasis: style.dim),
    ])
    for result in results {
      table.add(
        result.note.id.short, ResultTable.decimal(result.score), result.note.title,
        result.foundBy.joined(separator: "+"), result.excerpt ?? "")
    }
    lines = table.lines
  }

  /// Returns a score with two decimals.
  private static func decimal(_ score: Double) -> String {
    let hundredths = Int((score * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

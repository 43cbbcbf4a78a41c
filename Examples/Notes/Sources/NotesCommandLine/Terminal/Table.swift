/// Lines of aligned columns.
public struct Table: Sendable {
  /// The alignment, width and color of a column.
  public struct Column: Sendable {
    /// Whether the texts are right-aligned, like numbers.
    let isTrailing: Bool

    /// The maximal number of characters; longer texts are cut.
    let limit: Int

    /// The emphasis of an aligned text.
    let emphasis: @Sendable (String) -> String

    /// Creates a column.
    public init(
      isTrailing: Bool = false, limit: Int = .max,
      emphasis: @escaping @Sendable (String) -> String = { $0 }
    ) {
      self.isTrailing = isTrailing
      self.limit = limit
      self.emphasis = emphasis
    }
  }

  /// The columns.
  private let columns: [Column]

  /// The texts, row by row.
  private var rows: [[String]] = []

  /// Creates an empty table.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row. Missing texts at its end are empty.
  public mutating func add(_ texts: String...) {
    let padded = texts + Array(repeating: "", count: max(0, columns.count - texts.count))
    rows.append(zip(columns, padded).map { column, text in text.cut(to: column.limit) })
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The lines, without white space at their ends.
  public var lines: [String] {
    let widths = columns.indices.map { index in rows.map { $0[index].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      var gap = ""
      for (index, column) in columns.enumerated() {
        let text = row[index]
        let padding = String(repeating: " ", count: widths[index] - text.count)
        if column.isTrailing { gap += padding }
        if !text.isEmpty {
          line += gap + column.emphasis(text)
          gap = ""
        }
        gap += (column.isTrailing ? "" : padding) + "  "
      }
      return line
    }
  }
}

extension String {
  /// Returns the text, with an ellipsis at its end if it is longer than allowed.
  fileprivate func cut(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }
}

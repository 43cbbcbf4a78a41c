@_exported public import StitcherDescription

extension GraphDescription {
  /// An output format of a description.
  ///
  /// The product `StitcherDrawing` declares it.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A complete page for a browser; see `html()`.
    case html
    /// A flowchart for Markdown pages; see `mermaid()`.
    case mermaid
    /// The DOT language of Graphviz; see `dot()`.
    case dot
    /// JSON for other programs; see `json()`.
    case json
    /// A picture; see `svg()`.
    case svg
  }

  /// Returns the description as text in a format.
  ///
  /// ```swift
  /// print(description.text(as: .mermaid))
  /// ```
  ///
  /// The product `StitcherDrawing` declares this function. May be called on any thread.
  ///
  /// - Parameter format: The format.
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges; for a picture or a page, O((*n*
  ///   + *e*) log (*n* + *e*)).
  public func text(as format: Format) -> String {
    switch format {
    case .html: html()
    case .mermaid: mermaid()
    case .dot: dot()
    case .json: json()
    case .svg: svg()
    }
  }
}

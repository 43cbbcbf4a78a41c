@_exported public import StitcherDescription

extension GraphDescription {
  /// A language in which a description can be written.
  ///
  /// The product `StitcherDrawing` declares it.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A page for a browser, complete in itself; see `html()`.
    case html
    /// A flowchart for Markdown pages; see `mermaid()`.
    case mermaid
    /// For Graphviz; see `dot()`.
    case dot
    /// For programs; see `json()`.
    case json
    /// A picture; see `svg()`.
    case svg
  }

  /// Returns the description in a language.
  ///
  /// ```swift
  /// print(description.text(as: .mermaid))
  /// ```
  ///
  /// The product `StitcherDrawing` declares this function. May be called on any thread.
  ///
  /// - Parameter format: The language.
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges; of a picture or a page, times
  ///   the logarithm.
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

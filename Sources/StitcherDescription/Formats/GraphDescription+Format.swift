extension GraphDescription {
  /// A language in which a description can be written.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A page for a browser, complete in itself; see ``GraphDescription/html()``.
    case html
    /// A flowchart for Markdown pages; see ``GraphDescription/mermaid()``.
    case mermaid
    /// For Graphviz; see ``GraphDescription/dot()``.
    case dot
    /// For programs; see ``GraphDescription/json()``.
    case json
    /// A picture; see ``GraphDescription/svg()``.
    case svg
  }

  /// Returns the description in a language.
  ///
  /// ```swift
  /// print(description.text(as: .mermaid))
  /// ```
  ///
  /// May be called on any thread.
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

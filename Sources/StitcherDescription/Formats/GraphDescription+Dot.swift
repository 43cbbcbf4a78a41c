extension GraphDescription {
  /// Returns the graph as text in the DOT language of Graphviz.
  ///
  /// ```sh
  /// dot -Tsvg graph.dot > graph.svg
  /// ```
  ///
  /// May be called on any thread.
  ///
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  @_alwaysEmitIntoClient
  public func dot() -> String {
    var lines = [
      "digraph \(Self.dot(title)) {", "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11];",
      "  edge [color=\"#6e7781\", fontname=\"sans-serif\", fontsize=9];",
    ]
    let severities = severities
    for node in nodes {
      // The line break in a label is written as `\n`, two characters that `dot(_:)` would escape.
      let label = "\"\(Self.quoted(node.label))\\n\(Self.quoted(node.subtitle))\""
      var attributes = ["label=\(label)"]
      if let place = node.place { attributes.append("tooltip=\(Self.dot("\(place)"))") }
      if node.kind == .root { attributes.append("shape=oval") }
      if node.kind == .decorator { attributes.append("peripheries=2") }
      if node.kind == .missing { attributes.append("style=dashed") }
      switch severities[node.id] {
      case .error: attributes.append("color=\"#d1242f\"")
      case .warning: attributes.append("color=\"#9a6700\"")
      case nil: break
      }
      lines.append("  \(Self.dot(node.id)) [\(attributes.joined(separator: ", "))];")
    }
    let known = positionsByID
    for edge in edges where known[edge.from] != nil && known[edge.to] != nil {
      var attributes: [String] = []
      if edge.isLazy { attributes.append("style=dashed") }
      if edge.demand != .one { attributes.append("label=\(edge.demand.rawValue)") }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  \(Self.dot(edge.from)) -> \(Self.dot(edge.to))\(list);")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Returns a text as a quoted identifier of the DOT language.
  @_alwaysEmitIntoClient
  static func dot(_ text: String) -> String { "\"\(quoted(text))\"" }

  /// Escapes the characters of a text that cannot stand between quotation marks.
  @_alwaysEmitIntoClient
  static func quoted(_ text: String) -> String {
    escape(text) { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: isBreak(scalar) ? " " : nil
      }
    }
  }
}

extension GraphDescription.Place: CustomStringConvertible {
  /// The file and the line, such as `Sources/App/Services.swift:12`.
  public var description: String { "\(file):\(line)" }
}

extension GraphDescription {
  /// Returns the graph as a flowchart in the Mermaid language, which many Markdown viewers show.
  ///
  /// May be called on any thread.
  ///
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  @_alwaysEmitIntoClient
  public func mermaid() -> String {
    var lines = ["%% \(Self.line(title))", "flowchart LR"]
    let positions = positionsByID
    let severities = severities
    for (position, node) in nodes.enumerated() {
      let text = "\(Self.mermaid(node.label))<br/><small>\(Self.mermaid(node.subtitle))</small>"
      let shape =
        switch node.kind {
        case .root: "([\"\(text)\"])"
        case .decorator: "[[\"\(text)\"]]"
        case .registration, .missing: "[\"\(text)\"]"
        }
      lines.append("  n\(position)\(shape)")
    }
    for edge in edges {
      guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
      let arrow = edge.isLazy ? "-.->" : "-->"
      let words = edge.demand == .one ? "" : "|\(edge.demand.rawValue)|"
      lines.append("  n\(from) \(arrow)\(words) n\(to)")
    }
    for (name, severity, color) in [
      ("problem", Problem.Severity.error, "#d1242f"), ("warning", .warning, "#9a6700"),
    ] {
      let marked = nodes.indices.filter { severities[nodes[$0].id] == severity }
      if marked.isEmpty { continue }
      lines.append("  classDef \(name) stroke:\(color),stroke-width:2px")
      lines.append("  class \(marked.map { "n\($0)" }.joined(separator: ",")) \(name)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Escapes a text for a quoted label, with the character codes of Mermaid.
  @_alwaysEmitIntoClient
  static func mermaid(_ text: String) -> String {
    escape(text) { scalar in
      switch scalar {
      case "\"", "#", "&", "<", ">", "`", "\\", ";": "#\(scalar.value);"
      default: isBreak(scalar) ? " " : nil
      }
    }
  }
}

extension GraphDescription {
  /// The positions of the nodes by identifier; for equal identifiers, the first position.
  @_alwaysEmitIntoClient
  package var positionsByID: [String: Int] {
    Dictionary(nodes.indices.map { (nodes[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The highest severity of the problems of each node; nodes without problems are missing.
  @_alwaysEmitIntoClient
  package var severities: [String: Problem.Severity] {
    var severities: [String: Problem.Severity] = [:]
    for problem in problems {
      for id in problem.nodes where severities[id] != .error { severities[id] = problem.severity }
    }
    return severities
  }

  /// Returns a text with line breaks replaced by spaces.
  @_alwaysEmitIntoClient
  package static func line(_ text: String) -> String { escape(text) { isBreak($0) ? " " : nil } }

  /// Whether a scalar is a line break in one of the text formats.
  @_alwaysEmitIntoClient
  static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Returns a copy of a text in which a function has replaced some of the scalars.
  ///
  /// It works on scalars, since a character with an accent would hide a scalar that must be
  /// replaced.
  ///
  /// - Parameter replacement: A closure that returns the replacement of a scalar, or `nil` to keep
  ///   the scalar.
  @_alwaysEmitIntoClient
  package static func escape(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) {
        result += other
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension GraphDescription.Node {
  /// The text that drawings show below the label of a node: the scope and the module.
  @_alwaysEmitIntoClient
  package var subtitle: String {
    let words: [String?] =
      switch kind {
      case .registration: [scope, isEager ? "eager" : nil, module]
      case .decorator: ["decorator", scope, module]
      case .root: ["root", module]
      case .missing: ["missing", module]
      }
    return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

public import StitcherDescription

extension GraphDescription {
  /// Returns the graph as an SVG picture, with each node to the left of the nodes that it needs.
  ///
  /// The picture supports light and dark mode, and refers to no other file. The same description
  /// always has the same picture.
  ///
  /// The product `StitcherDrawing` declares this function. It may be called on any thread.
  ///
  /// - Returns: The picture as SVG, with a line break at its end.
  /// - Complexity: O((*n* + *e*) log (*n* + *e*)) in the numbers of nodes and edges.
  public func svg() -> String {
    let layout = GraphLayout(self)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" \
      aria-label="\(Self.markup(title)): \(summary)" width="\(layout.width)" height="\(layout.height)" \
      viewBox="0 0 \(layout.width) \(layout.height)">
      <title id="title">\(Self.markup(title))</title>
      <desc id="summary">\(Self.markup(summary))</desc>
      <style>
      \(PageStyle.colors)\(PageStyle.drawing)</style>
      \(Self.arrows)
      \(drawing(layout))</svg>

      """
  }

  /// A sentence with the numbers of nodes, edges and problems.
  var summary: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    let parts = [
      count(nodes.count, "node", "nodes"), count(edges.count, "edge", "edges"),
      count(problems.count, "problem", "problems"),
    ]
    return "\(parts[0]), \(parts[1]), \(parts[2])"
  }

  /// The SVG definition of arrowheads.
  static let arrows = """
    <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
    orient="auto"><path class="head" d="M0 1 L7 4 L0 7 Z"/></marker></defs>
    """

  /// The largest number of arrows. With more, the drawing would be slow, so arrows that point to
  /// the right are omitted.
  private static let mostArrows = 600

  /// Returns the SVG elements for the lines and boxes of a layout. An attribute of each one
  /// contains the position of its edge or node.
  func drawing(_ layout: GraphLayout) -> String {
    var text = "<g class=\"edges\">\n"
    let hasArrows = layout.lines.count <= Self.mostArrows
    for line in layout.lines {
      let edge = edges[line.edge]
      var names = ["edge"]
      if edge.isLazy { names.append("lazy") }
      if line.isBackward { names.append("backward") }
      if edge.evidence == [.observed] || edge.evidence == [.possible] {
        names.append(edge.evidence[0].rawValue)
      }
      let arrow = hasArrows || line.isBackward ? " marker-end=\"url(#arrow)\"" : ""
      text += "<path class=\"\(names.joined(separator: " "))\" data-edge=\"\(line.edge)\""
      text += " d=\"\(Self.path(line))\"\(arrow)/>\n"
    }
    text += "</g>\n<g class=\"nodes\">\n"
    let severities = severities
    for (position, box) in layout.boxes.enumerated() {
      text += element(position, box, severities[nodes[position].id])
    }
    return text + "</g>\n"
  }

  /// Returns the SVG box of a node.
  private func element(
    _ position: Int, _ box: GraphLayout.Box, _ severity: Problem.Severity?
  ) -> String {
    let node = nodes[position]
    var names = ["node", node.kind.rawValue, Self.style(ofScope: node)]
    if let severity { names.append(severity == .error ? "faulty" : "doubtful") }
    if node.isLive == true { names.append("live") }
    let (width, height) = (box.width, box.height)
    var text = "<g class=\"\(names.joined(separator: " "))\" data-node=\"\(position)\""
    text += " transform=\"translate(\(box.x) \(box.y))\"><title>\(Self.markup(node.id))</title>"
    let corner = node.kind == .root ? height / 2 : node.kind == .decorator ? 14 : 6
    text += "<rect class=\"box\" width=\"\(width)\" height=\"\(height)\" rx=\"\(corner)\"/>"
    if node.kind == .registration {
      text += "<path class=\"stripe\" d=\"M6 0 h-1 a5 5 0 0 0 -5 5 v30 a5 5 0 0 0 5 5 h1 z\"/>"
    }
    text += "<text class=\"label\" x=\"14\" y=\"17\">"
    text += "\(Self.markup(Self.shorten(node.label, to: GraphLayout.labelLength)))</text>"
    text += "<text class=\"sub\" x=\"14\" y=\"32\">"
    text += "\(Self.markup(Self.shorten(node.subtitle, to: GraphLayout.labelLength + 10)))</text>"
    if node.isLive == true {
      text += "<circle class=\"alive\" cx=\"\(width - 11)\" cy=\"29\" r=\"3.5\"/>"
    }
    if severity != nil {
      text += "<g class=\"mark\"><circle cx=\"\(width - 4)\" cy=\"4\" r=\"8\"/>"
      text += "<text x=\"\(width - 4)\" y=\"8\">!</text></g>"
    }
    return text + "</g>\n"
  }

  /// Returns the SVG path of a line, which is curved between columns, and straight within a column.
  private static func path(_ line: GraphLayout.Line) -> String {
    guard var last = line.points.first else { return "" }
    var text = "M\(last.x) \(last.y)"
    for point in line.points.dropFirst() {
      if point.y == last.y || point.x == last.x {
        text += " L\(point.x) \(point.y)"
      } else {
        let middle = (last.x + point.x) / 2
        text += " C\(middle) \(last.y) \(middle) \(point.y) \(point.x) \(point.y)"
      }
      last = point
    }
    return text
  }

  /// Returns the style class for the color of a node's scope.
  private static func style(ofScope node: Node) -> String {
    switch node.scope {
    case "instance", "singleton", "shared", "managed", "scoped": "scope-\(node.scope)"
    default: "scope-other"
    }
  }

  /// Returns a text, shortened with an ellipsis if it is too long.
  private static func shorten(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "…"
  }

  /// Escapes a text for XML and HTML, also in attributes. Characters that XML forbids become
  /// question marks.
  static func markup(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += " "
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..<"\u{10000}": result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

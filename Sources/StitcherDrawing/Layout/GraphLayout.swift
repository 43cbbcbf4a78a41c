package import StitcherDescription

/// The layout of a drawing. The nodes are in columns, and each node is to the left of the nodes
/// that it needs.
///
/// A few sweeps reduce the number of crossing edges. Nodes without edges are placed in rows below.
/// The same description always has the same layout.
package struct GraphLayout: Sendable {
  /// The rectangle of a node.
  package struct Box: Sendable, Hashable {
    /// The x coordinate of the left side.
    package var x = 0

    /// The y coordinate of the upper side.
    package var y = 0

    /// The width.
    package var width = 0

    /// The number of the column, starting at 0; `nil` for a node without edges, in the rows below
    /// the columns.
    package var column: Int?

    /// The height.
    package var height: Int { GraphLayout.boxHeight }
  }

  /// A point on an edge.
  package struct Point: Sendable, Hashable {
    /// The x coordinate.
    package var x: Int

    /// The y coordinate.
    package var y: Int
  }

  /// The line of an edge.
  package struct Line: Sendable, Hashable {
    /// The position of the line's edge in the description's list of edges.
    package var edge: Int

    /// The points of the line, from the requesting node to the needed node. The line is curved
    /// between columns, and straight within a column.
    package var points: [Point]

    /// Whether the line leads to the left, since the edge closes a cycle.
    package var isBackward: Bool
  }

  /// The rectangles of the nodes, in the order of the nodes.
  package private(set) var boxes: [Box]

  /// The lines, in the order of the edges. An edge to an unknown node has no line.
  package private(set) var lines: [Line] = []

  /// The width of the drawing.
  package private(set) var width = 0

  /// The height of the drawing.
  package private(set) var height = 0

  /// The height of a box.
  static let boxHeight = 40

  /// The empty space around the drawing.
  static let margin = 16

  /// The vertical distance between boxes of a column.
  static let rowGap = 14

  /// The horizontal distance between columns.
  static let columnGap = 56

  /// The largest number of characters of a label.
  static let labelLength = 30

  /// Creates the layout of a description.
  ///
  /// - Complexity: O((*n* + *e*) log (*n* + *e*)) in the numbers of nodes and edges.
  package init(_ description: GraphDescription) {
    boxes = description.nodes.map { Box(width: Self.width(of: $0)) }
    let positions = description.positionsByID
    let ends = description.edges.map { edge -> (from: Int, to: Int)? in
      guard let from = positions[edge.from], let to = positions[edge.to] else { return nil }
      return (from, to)
    }
    var isConnected = [Bool](repeating: false, count: boxes.count)
    for case (let from, let to)? in ends where from != to {
      isConnected[from] = true
      isConnected[to] = true
    }
    var columns = LayoutColumns(
      isConnected: isConnected, edges: ends.compactMap { $0 }.filter { $0.from != $0.to })
    columns.sort()
    place(columns)
    placeRest(isConnected)
    addLines(ends, columns)
    width += Self.margin
    height += Self.margin
  }

  /// Returns the approximate width of a node's box for its texts.
  private static func width(of node: GraphDescription.Node) -> Int {
    let label = min(node.label.count, labelLength) * 33 / 4
    let subtitle = min(node.subtitle.count, labelLength + 6) * 6
    return min(max(label, subtitle, 72) + 26, 280)
  }

  /// Sets the positions of the nodes in the columns.
  private mutating func place(_ columns: LayoutColumns) {
    let heights = (0..<columns.count).map { columns.isBend($0) ? 6 : Self.boxHeight }
    let tops = columns.tops(heights: heights, gap: Self.rowGap)
    let top = tops.min() ?? 0
    var x = Self.margin
    bends = []
    for (number, column) in columns.columns.enumerated() {
      let nodes = column.filter { !columns.isBend($0) }
      let widest = nodes.map { boxes[$0].width }.max() ?? 0
      for vertex in column {
        let y = Self.margin + Int((tops[vertex] - top).rounded())
        if columns.isBend(vertex) {
          bends.append((vertex, Point(x: x, y: y + 3), widest))
          height = max(height, y + 6)
        } else {
          boxes[vertex] = Box(x: x, y: y, width: widest, column: number)
          height = max(height, y + Self.boxHeight)
        }
      }
      x += widest
      width = max(width, x)
      x += Self.columnGap
    }
    bends.sort { $0.vertex < $1.vertex }
  }

  /// The points at which lines pass through columns, sorted by their vertices. They are used only
  /// during the layout.
  private var bends: [(vertex: Int, point: Point, width: Int)] = []

  /// Sets the positions of the nodes without edges, in rows below the columns.
  private mutating func placeRest(_ isConnected: [Bool]) {
    let rest = boxes.indices.filter { !isConnected[$0] }
    guard !rest.isEmpty else { return }
    let cell = rest.map { boxes[$0].width }.max() ?? 0
    // Without columns, the rows form an area that is about as wide as high.
    var count = 1
    while (count + 1) * (count + 1) * (cell + Self.rowGap) * 2
      <= rest.count * (Self.boxHeight + Self.rowGap) * 5
    { count += 1 }
    count = max(count, (width - Self.margin + Self.rowGap) / (cell + Self.rowGap))
    count = min(max(count, 1), rest.count)
    let top = height == 0 ? Self.margin : height + 3 * Self.rowGap
    for (number, node) in rest.enumerated() {
      let x = Self.margin + number % count * (cell + Self.rowGap)
      let y = top + number / count * (Self.boxHeight + Self.rowGap)
      boxes[node] = Box(x: x, y: y, width: cell)
      width = max(width, x + cell)
      height = max(height, y + Self.boxHeight)
    }
  }

  /// Creates the lines of the edges.
  private mutating func addLines(_ ends: [(from: Int, to: Int)?], _ columns: LayoutColumns) {
    var chain = 0
    for (edge, end) in ends.enumerated() {
      guard let (from, to) = end else { continue }
      let (start, goal) = (boxes[from], boxes[to])
      if from == to {
        lines.append(Line(edge: edge, points: Self.loop(at: start), isBackward: true))
        continue
      }
      var points: [Point] = []
      let isBackward = columns.isReversed[chain]
      let (left, right) = isBackward ? (goal, start) : (start, goal)
      points.append(Point(x: left.x + left.width, y: left.y + left.height / 2))
      for vertex in columns.chains[chain] {
        let (_, point, width) = bends[vertex - boxes.count]
        points.append(point)
        points.append(Point(x: point.x + width, y: point.y))
      }
      points.append(Point(x: right.x, y: right.y + right.height / 2))
      lines.append(
        Line(
          edge: edge, points: isBackward ? points.reversed() : points, isBackward: isBackward))
      chain += 1
    }
    bends = []
  }

  /// Returns the points of an edge from a node to itself, around the upper right corner of its box.
  private static func loop(at box: Box) -> [Point] {
    let (right, top) = (box.x + box.width, box.y)
    return [
      Point(x: right - 24, y: top), Point(x: right - 24, y: top - 8),
      Point(x: right + 12, y: top - 8), Point(x: right + 12, y: top + 12),
      Point(x: right, y: top + 12),
    ]
  }
}

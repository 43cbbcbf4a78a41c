package import StitcherDescription

/// Where the nodes and edges of a graph are drawn: in columns, each node to the left of what it
/// needs, with as few crossings as a few sweeps leave. What is needed by nothing and needs nothing
/// stands in rows below.
///
/// The same description always has the same layout.
package struct GraphLayout: Sendable {
  /// A place for a node.
  package struct Box: Sendable, Hashable {
    /// The distance of the left side from the left.
    package var x = 0

    /// The distance of the upper side from the top.
    package var y = 0

    /// The width.
    package var width = 0

    /// The column, from 0; nil if the node stands below.
    package var column: Int?

    /// The height.
    package var height: Int { GraphLayout.boxHeight }
  }

  /// A point on an edge.
  package struct Point: Sendable, Hashable {
    /// The distance from the left.
    package var x: Int

    /// The distance from the top.
    package var y: Int
  }

  /// A line for an edge.
  package struct Line: Sendable, Hashable {
    /// The position of the edge in the description.
    package var edge: Int

    /// The points, from who needs to what is needed: curves between columns, straight in them.
    package var points: [Point]

    /// Whether it goes to the left, since it closes a cycle.
    package var isBackward: Bool
  }

  /// The places of the nodes, in their order.
  package private(set) var boxes: [Box]

  /// The lines, in the order of the edges. An edge to what is no node has none.
  package private(set) var lines: [Line] = []

  /// The width of the whole.
  package private(set) var width = 0

  /// The height of the whole.
  package private(set) var height = 0

  /// The height of a box.
  static let boxHeight = 40

  /// The empty space around everything.
  static let margin = 16

  /// The distance between boxes of a column.
  static let rowGap = 14

  /// The distance between columns.
  static let columnGap = 56

  /// The number of characters of a label that are shown.
  static let labelLength = 30

  /// Lays out a description.
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

  /// Returns the width of a node's box: as wide as its words, more or less.
  private static func width(of node: GraphDescription.Node) -> Int {
    let label = min(node.label.count, labelLength) * 33 / 4
    let subtitle = min(node.subtitle.count, labelLength + 6) * 6
    return min(max(label, subtitle, 72) + 26, 280)
  }

  /// Gives the columns' nodes their places.
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

  /// Where lines go through columns, in the order of the vertices; needed while laying out.
  private var bends: [(vertex: Int, point: Point, width: Int)] = []

  /// Puts what is not connected below, in rows.
  private mutating func placeRest(_ isConnected: [Bool]) {
    let rest = boxes.indices.filter { !isConnected[$0] }
    guard !rest.isEmpty else { return }
    let cell = rest.map { boxes[$0].width }.max() ?? 0
    // About as wide as high, where nothing else says how wide.
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

  /// Draws the edges.
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

  /// Returns the way of an edge from a box to itself: around its upper right corner.
  private static func loop(at box: Box) -> [Point] {
    let (right, top) = (box.x + box.width, box.y)
    return [
      Point(x: right - 24, y: top), Point(x: right - 24, y: top - 8),
      Point(x: right + 12, y: top - 8), Point(x: right + 12, y: top + 12),
      Point(x: right, y: top + 12),
    ]
  }
}

/// The columns of a drawing. Each node is in a column to the left of the nodes that it needs.
///
/// A line that passes through a column has its own vertex there, called a bend.
struct LayoutColumns {
  /// The vertices of each column, from the top: nodes, and bends, at which a line passes through
  /// the column. Nodes have the lower numbers.
  var columns: [[Int]] = []

  /// The number of nodes.
  let nodeCount: Int

  /// The number of vertices: nodes and bends.
  private(set) var count: Int

  /// The neighbors of each vertex in the previous column.
  private(set) var left: [[Int]] = []

  /// The neighbors of each vertex in the next column.
  private(set) var right: [[Int]] = []

  /// The bends of each edge, from left to right.
  private(set) var chains: [[Int]] = []

  /// Whether each edge leads to the left.
  private(set) var isReversed: [Bool] = []

  /// The largest number of bends. More would slow the layout down, so lines are then drawn
  /// straight.
  private static let mostBends = 6_000

  /// Whether a vertex is a bend.
  func isBend(_ vertex: Int) -> Bool { vertex >= nodeCount }

  /// Creates the columns of the connected nodes.
  ///
  /// - Parameters:
  ///   - isConnected: Whether each node has an edge.
  ///   - edges: The edges, without edges from a node to itself.
  init(isConnected: [Bool], edges: [(from: Int, to: Int)]) {
    nodeCount = isConnected.count
    count = nodeCount
    var targets = [[Int]](repeating: [], count: nodeCount)
    for edge in edges { targets[edge.from].append(edge.to) }
    let order = Self.order(targets)
    var rank = [Int](repeating: 0, count: nodeCount)
    for (position, node) in order.enumerated() { rank[node] = position }
    isReversed = edges.map { rank[$0.from] > rank[$0.to] }
    let forward = zip(edges, isReversed).map { $1 ? (from: $0.to, to: $0.from) : $0 }
    let column = Self.columns(order, isConnected, forward)
    connect(forward, column)
  }

  /// Returns the nodes in topological order, with each node before the nodes that it needs, except
  /// in cycles.
  ///
  /// It is the reverse postorder of a depth-first search.
  private static func order(_ targets: [[Int]]) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: targets.count)
    for target in targets.joined() { isNeeded[target] = true }
    let starts = targets.indices.filter { !isNeeded[$0] } + targets.indices
    var isKnown = [Bool](repeating: false, count: targets.count)
    var left: [Int] = []
    var path: [(node: Int, followed: Int)] = []
    for start in starts where !isKnown[start] {
      isKnown[start] = true
      path.append((start, 0))
      while let (node, followed) = path.last {
        if followed == targets[node].count {
          left.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let target = targets[node][followed]
        if !isKnown[target] {
          isKnown[target] = true
          path.append((target, 0))
        }
      }
    }
    return left.reversed()
  }

  /// Returns the column of each node, which is as far to the left as its requesters permit.
  ///
  /// A node that no other node needs is placed directly before the nodes that it needs. A column
  /// with too many nodes is split into several.
  private static func columns(
    _ order: [Int], _ isConnected: [Bool], _ edges: [(from: Int, to: Int)]
  ) -> [Int] {
    var column = [Int](repeating: 0, count: order.count)
    var targets = [[Int]](repeating: [], count: order.count)
    var isNeeded = [Bool](repeating: false, count: order.count)
    for edge in edges {
      targets[edge.from].append(edge.to)
      isNeeded[edge.to] = true
    }
    for node in order {
      for target in targets[node] { column[target] = max(column[target], column[node] + 1) }
    }
    for node in order where !isNeeded[node] {
      column[node] = (targets[node].map { column[$0] }.min() ?? 1) - 1
    }
    // The nodes are in the order in which the search found them, which keeps related nodes
    // together.
    let nodes = order.filter { isConnected[$0] }
    var members = [[Int]](repeating: [], count: (nodes.map { column[$0] }.max() ?? -1) + 1)
    for node in nodes { members[column[node]].append(node) }
    let highest = max(14, Int((Double(nodes.count).squareRoot() * 1.7).rounded()))
    var number = 0
    for nodes in members {
      let parts = (nodes.count + highest - 1) / highest
      guard parts > 0 else { continue }
      let height = (nodes.count + parts - 1) / parts
      for (position, node) in nodes.enumerated() { column[node] = number + position / height }
      number += (nodes.count + height - 1) / height
    }
    return column
  }

  /// Creates the columns, and the bends of edges that pass through a column.
  private mutating func connect(_ edges: [(from: Int, to: Int)], _ column: [Int]) {
    let ends = edges.flatMap { [$0.from, $0.to] }
    let last = ends.map { column[$0] }.max() ?? -1
    columns = Array(repeating: [], count: last + 1)
    var isPlaced = [Bool](repeating: false, count: nodeCount)
    for node in ends where !isPlaced[node] {
      isPlaced[node] = true
      columns[column[node]].append(node)
    }
    let bends = edges.reduce(0) { $0 + column[$1.to] - column[$1.from] - 1 }
    left = Array(repeating: [], count: nodeCount)
    right = left
    for edge in edges {
      var chain: [Int] = []
      if bends <= Self.mostBends {
        for number in column[edge.from] + 1..<max(column[edge.to], column[edge.from] + 1) {
          columns[number].append(count)
          chain.append(count)
          count += 1
          left.append([])
          right.append([])
        }
      }
      chains.append(chain)
      var before = edge.from
      for vertex in chain + [edge.to] {
        right[before].append(vertex)
        left[vertex].append(before)
        before = vertex
      }
    }
  }
}

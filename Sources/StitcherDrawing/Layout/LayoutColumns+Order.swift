extension LayoutColumns {
  /// Sorts the vertices of the columns to reduce the number of crossing lines.
  ///
  /// Each sweep moves each vertex to the average position of its neighbors. The best result of all
  /// sweeps is used.
  mutating func sort() {
    var rank = [Int](repeating: 0, count: count)
    func note(_ column: [Int]) {
      for (position, vertex) in column.enumerated() { rank[vertex] = position }
    }
    columns.forEach(note)
    var best = columns
    var fewest = crossings(rank)
    let sweeps = count > 1_500 ? 6 : 24
    for sweep in 0..<sweeps where fewest > 0 {
      let goesRight = sweep.isMultiple(of: 2)
      for step in columns.indices.dropFirst() {
        let number = goesRight ? step : columns.count - 1 - step
        columns[number] = sorted(columns[number], by: goesRight ? left : right, rank)
        note(columns[number])
      }
      let crossings = crossings(rank)
      if crossings < fewest {
        fewest = crossings
        best = columns
      }
    }
    columns = best
  }

  /// Returns a column, with its vertices sorted by the average position of their neighbors.
  /// Vertices without neighbors keep their positions.
  private func sorted(_ column: [Int], by neighbors: [[Int]], _ rank: [Int]) -> [Int] {
    var keyed: [(key: Double, position: Int, vertex: Int)] = []
    keyed.reserveCapacity(column.count)
    for (position, vertex) in column.enumerated() {
      let others = neighbors[vertex]
      let sum = others.reduce(0) { $0 + rank[$1] }
      keyed.append(
        (others.isEmpty ? Double(position) : Double(sum) / Double(others.count), position, vertex))
    }
    keyed.sort { ($0.key, $0.position) < ($1.key, $1.position) }
    return keyed.map(\.vertex)
  }

  /// Returns the number of crossing pairs of lines.
  ///
  /// - Complexity: O(*e* log *e*) in the number of lines.
  private func crossings(_ rank: [Int]) -> Int {
    var total = 0
    let highest = columns.map(\.count).max() ?? 0
    for column in columns.dropLast() {
      // The loop visits the lines from the top to the bottom of the column. For each line, it
      // counts the earlier lines that end below.
      var seen = PrefixCounts(count: highest)
      var ends = 0
      for vertex in column {
        // Lines from the same vertex do not cross each other.
        let targets = right[vertex].map { rank[$0] }
        for target in targets { total += ends - seen.count(upTo: target) }
        for target in targets {
          seen.add(target)
          ends += 1
        }
      }
    }
    return total
  }

  /// Returns the y coordinate of each vertex. A vertex is as near to its neighbors as the order in
  /// its column permits.
  ///
  /// - Parameters:
  ///   - heights: The heights of the vertices.
  ///   - gap: The smallest distance between two vertices.
  func tops(heights: [Int], gap: Int) -> [Double] {
    var middles = [Double](repeating: 0, count: count)
    for column in columns {
      let total = column.reduce(0) { $0 + heights[$1] + gap }
      var y = -Double(total) / 2
      for vertex in column {
        middles[vertex] = y + Double(heights[vertex]) / 2
        y += Double(heights[vertex] + gap)
      }
    }
    for sweep in 0..<12 {
      let goesRight = sweep.isMultiple(of: 2)
      for step in columns.indices {
        let column = columns[goesRight ? step : columns.count - 1 - step]
        let wanted = column.map { vertex -> Double in
          // The last sweeps use both sides, so that the drawing does not lean to one side.
          let near = goesRight ? left[vertex] : right[vertex]
          let all = sweep < 8 && !near.isEmpty ? near : left[vertex] + right[vertex]
          if all.isEmpty { return middles[vertex] }
          return all.reduce(0) { $0 + middles[$1] } / Double(all.count)
        }
        let arranged = Self.arrange(column.map { Double(heights[$0]) }, wanted, gap: Double(gap))
        for (vertex, middle) in zip(column, arranged) { middles[vertex] = middle }
      }
    }
    return middles.indices.map { middles[$0] - Double(heights[$0]) / 2 }
  }

  /// Returns the center positions that are nearest to the wanted positions, without changing the
  /// order and without overlaps.
  ///
  /// Vertices that would overlap form a block, which moves to their average wanted position.
  private static func arrange(_ heights: [Double], _ wanted: [Double], gap: Double) -> [Double] {
    // The space that the vertices above need is subtracted first. After that, the remaining
    // positions only have to increase.
    var offsets: [Double] = []
    var offset = 0.0
    for (position, height) in heights.enumerated() {
      if position > 0 { offset += (heights[position - 1] + height) / 2 + gap }
      offsets.append(offset)
    }
    var blocks: [(sum: Double, count: Double)] = []
    for (goal, offset) in zip(wanted, offsets) {
      blocks.append((goal - offset, 1))
      while blocks.count > 1 {
        let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
        if before.sum / before.count <= last.sum / last.count { break }
        blocks.removeLast()
        blocks[blocks.count - 1] = (before.sum + last.sum, before.count + last.count)
      }
    }
    let arranged = blocks.flatMap { block in
      Array(repeating: block.sum / block.count, count: Int(block.count))
    }
    return zip(arranged, offsets).map { $0 + $1 }
  }
}

/// A Fenwick tree, which counts how many of the added numbers are at most as large as a given one.
private struct PrefixCounts {
  /// The partial sums of the tree.
  private var sums: [Int]

  /// Creates an empty tree for the numbers from 0 to `count - 1`.
  init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

  /// Adds a number.
  mutating func add(_ number: Int) {
    var position = number + 1
    while position < sums.count {
      sums[position] += 1
      position += position & -position
    }
  }

  /// Returns how many of the added numbers are less than or equal to a number.
  func count(upTo number: Int) -> Int {
    var position = number + 1
    var total = 0
    while position > 0 {
      total += sums[position]
      position -= position & -position
    }
    return total
  }
}

// What follows from all needs together: cycles, and what is kept for longer than what it needs.
extension Verifier {
  /// Finds the kept instances that need one with a shorter lifetime, directly or through instances
  /// that are not kept: a scoped one, or, unless they are managed themselves, a managed one.
  mutating func findCaptives() {
    findCaptives(.scoped) { _ in true }
    // Whether two sources end lifetimes together is not known.
    findCaptives(.managed) { $0 != .managed }
  }

  /// Finds the kept instances that need one of a scope.
  ///
  /// - Parameter holds: Whether an instance of a scope would have the longer lifetime.
  private mutating func findCaptives(_ scope: Scope.Kind, of holds: (Scope.Kind) -> Bool) {
    var users = [[Int]](repeating: [], count: nodes.count)
    for node in nodes.indices where nodes[node].kind == .instance {
      for target in nodes[node].targets { users[target].append(node) }
    }
    // The next node on the way from a node that is not kept to one of the scope.
    var next = [Int](repeating: -1, count: nodes.count)
    var open = nodes.indices.filter { nodes[$0].kind == scope }
    while let target = open.popLast() {
      for user in users[target] where next[user] < 0 {
        next[user] = target
        open.append(user)
      }
    }
    for holder in nodes.indices where nodes[holder].isKeptBeyondGraph && holds(nodes[holder].kind) {
      var ends: Set<Int> = []
      for target in nodes[holder].targets {
        var path = [holder, target]
        while nodes[path[path.count - 1]].kind == .instance, next[path[path.count - 1]] >= 0 {
          path.append(next[path[path.count - 1]])
        }
        let end = path[path.count - 1]
        if nodes[end].kind == scope, ends.insert(end).inserted {
          problems.append((holder, .captive(nodes[end].registration), path))
        }
      }
    }
  }

  /// Finds what needs itself: a cycle for each set of nodes that all need each other.
  mutating func findCycles() {
    for component in components() {
      let members = Set(component)
      guard let start = component.min(),
        component.count > 1 || nodes[start].targets.contains(start)
      else { continue }
      // The shortest way back.
      var from: [Int: Int] = [:]
      var open = [start]
      var position = 0
      while from[start] == nil, position < open.count {
        let node = open[position]
        position += 1
        for target in nodes[node].targets where members.contains(target) && from[target] == nil {
          from[target] = node
          open.append(target)
        }
      }
      var path = [start]
      while let before = from[path[path.count - 1]], path.count == 1 || path.last != start {
        path.append(before)
      }
      problems.append((start, .cycle, path.reversed()))
    }
  }

  /// The sets of nodes that all need each other, after Tarjan.
  private func components() -> [[Int]] {
    var components: [[Int]] = []
    var number = [Int](repeating: -1, count: nodes.count)
    var lowest = number
    var isOpen = [Bool](repeating: false, count: nodes.count)
    var open: [Int] = []
    // What is on the path, and how many of its targets were followed.
    var path: [(node: Int, followed: Int)] = []
    var count = 0
    for start in nodes.indices where number[start] < 0 {
      path.append((start, 0))
      while let (node, followed) = path.last {
        if followed == 0 {
          (number[node], lowest[node], isOpen[node]) = (count, count, true)
          open.append(node)
          count += 1
        }
        if followed < nodes[node].targets.count {
          path[path.count - 1].followed += 1
          let target = nodes[node].targets[followed]
          if number[target] < 0 {
            path.append((target, 0))
          } else if isOpen[target] {
            lowest[node] = min(lowest[node], number[target])
          }
          continue
        }
        path.removeLast()
        if let user = path.last?.node { lowest[user] = min(lowest[user], lowest[node]) }
        guard lowest[node] == number[node], let first = open.lastIndex(of: node) else { continue }
        for member in open[first...] { isOpen[member] = false }
        components.append(Array(open[first...]))
        open.removeSubrange(first...)
      }
    }
    return components
  }
}

// What follows from all needs together: cycles, and what is kept for longer than what it needs.
extension Verifier {
  /// Finds the kept instances that need one with a shorter lifetime, directly or through instances
  /// that are not kept: a scoped one, or, unless they are managed themselves, a managed one.
  mutating func findCaptives() {
    var users = [[Int]](repeating: [], count: nodes.count)
    for node in nodes.indices where nodes[node].kind == .instance {
      for target in nodes[node].targets { users[target].append(node) }
    }
    for scope in [Scope.Kind.scoped, .managed] {
      // The next node on the way from a node that is not kept to one of the scope.
      var next = [Int](repeating: -1, count: nodes.count)
      var open = nodes.indices.filter { nodes[$0].kind == scope }
      while let target = open.popLast() {
        for user in users[target] where next[user] < 0 {
          next[user] = target
          open.append(user)
        }
      }
      // Whether two sources end lifetimes together is not known.
      for holder in nodes.indices where nodes[holder].isKeptBeyondGraph {
        if nodes[holder].kind == .managed, scope == .managed { continue }
        var ends: Set<Int> = []
        for target in nodes[holder].targets {
          var path = [holder]
          var end = target
          while nodes[end].kind == .instance, next[end] >= 0 {
            path.append(end)
            end = next[end]
          }
          if nodes[end].kind == scope, ends.insert(end).inserted {
            problems.append((holder, .captive(nodes[end].registration), path + [end]))
          }
        }
      }
    }
  }

  /// How far the search for cycles has come with a node.
  private enum Visit { case new, onPath, done }

  /// Finds registrations that need themselves. A registration is on one reported cycle at most.
  mutating func findCycles() {
    var visits = [Visit](repeating: .new, count: nodes.count)
    var isReported = [Bool](repeating: false, count: nodes.count)
    // The nodes on the path, and how many of their targets were followed.
    var path: [(node: Int, followed: Int)] = []
    for start in nodes.indices where visits[start] == .new {
      visits[start] = .onPath
      path.append((start, 0))
      while let (node, followed) = path.last {
        guard followed < nodes[node].targets.count else {
          visits[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let target = nodes[node].targets[followed]
        switch visits[target] {
        case .new:
          visits[target] = .onPath
          path.append((target, 0))
        case .onPath where !isReported[target]:
          guard let start = path.lastIndex(where: { $0.node == target }) else { continue }
          let cycle = path[start...].map(\.node)
          if !cycle.contains(where: { isReported[$0] }) {
            problems.append((target, .cycle, cycle + [target]))
          }
          for member in cycle { isReported[member] = true }
        case .onPath, .done: break
        }
      }
    }
  }
}

// Problems that only paths of several edges show: cycles, and instances that hold shorter-lived
// ones.
extension Verifier {
  /// Finds *captives*: short-lived instances that an instance with a longer lifetime would keep
  /// alive.
  ///
  /// A captive is a scoped or a managed instance. The kept instance needs it directly or through
  /// transient instances. A managed instance may hold another managed one.
  mutating func findCaptives() {
    var users = [[Int]](repeating: [], count: nodes.count)
    for node in nodes.indices where nodes[node].kind == .instance {
      for target in nodes[node].targets { users[target].append(node) }
    }
    for scope in [Scope.Kind.scoped, .managed] {
      // For each transient node, the next node on a path to a node of the scope.
      var next = [Int](repeating: -1, count: nodes.count)
      var open = nodes.indices.filter { nodes[$0].kind == scope }
      while let target = open.popLast() {
        for user in users[target] where next[user] < 0 {
          next[user] = target
          open.append(user)
        }
      }
      // It is not known whether two sources end lifetimes together.
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

  /// The state of a node in the depth-first search for cycles.
  private enum Visit { case new, onPath, done }

  /// Finds cycles of registrations that need each other's instances, and adds them to the problems.
  ///
  /// A registration is part of at most one reported cycle.
  mutating func findCycles() {
    var visits = [Visit](repeating: .new, count: nodes.count)
    var isReported = [Bool](repeating: false, count: nodes.count)
    // The nodes on the path, each with the number of targets that the search has followed.
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

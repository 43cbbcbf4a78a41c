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
      for holder in nodes.indices where nodes[holder].registration.isKeptBeyondGraph {
        if nodes[holder].kind == .managed, scope == .managed { continue }
        var ends = Set<Int>()
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

  /// Finds cycles of registrations that need each other's instances, and adds them to the problems.
  ///
  /// A registration is part of at most one reported cycle.
  mutating func findCycles() {
    // The position of each node on the path; -1 before the search has reached the node, and the
    // largest number after the search has left it.
    var places = [Int](repeating: -1, count: nodes.count)
    var isReported = [Bool](repeating: false, count: nodes.count)
    // The nodes on the path, each with the number of targets that the search has followed.
    var path: [(node: Int, followed: Int)] = []
    for start in nodes.indices {
      var target = start
      while true {
        if places[target] < 0 {
          places[target] = path.count
          path.append((target, 0))
        } else if places[target] < path.count, !isReported[target] {
          let cycle = path[places[target]...].map(\.node)
          if !cycle.contains(where: { isReported[$0] }) {
            problems.append((target, .cycle, cycle + [target]))
          }
          for member in cycle { isReported[member] = true }
        }
        while let (node, followed) = path.last, followed == nodes[node].targets.count {
          places[node] = .max
          path.removeLast()
        }
        guard let (node, followed) = path.last else { break }
        path[path.count - 1].followed += 1
        target = nodes[node].targets[followed]
      }
    }
  }
}

/// Creations, each with those that it has asked for.
package struct CreationTree: Sendable {
  /// A creation, with those that it has asked for.
  package struct Node: Sendable {
    /// The creation.
    package let entry: CreationLog.Entry

    /// What was created in its factory, in order.
    package let inner: [Node]
  }

  /// What was created, in order, that no other creation has asked for.
  package let roots: [Node]

  /// Arranges creations. A creation may end after the one that has asked for it: another creation
  /// has asked for it, too.
  package init(_ entries: [CreationLog.Entry]) {
    let known = Set(entries.map(\.creation.number))
    var inner: [UInt64: [CreationLog.Entry]] = [:]
    var roots: [CreationLog.Entry] = []
    for entry in entries {
      if let outer = entry.creation.outer, known.contains(outer) {
        inner[outer, default: []].append(entry)
      } else {
        roots.append(entry)
      }
    }
    func node(_ entry: CreationLog.Entry) -> Node {
      Node(entry: entry, inner: inner[entry.creation.number, default: []].map(node))
    }
    self.roots = roots.map(node)
  }

  /// Returns the tree as text: what, how long, how long itself, where it is registered, and whether
  /// that was slow.
  ///
  /// - Parameters:
  ///   - threshold: From what time of its own a creation is called slow.
  ///   - name: Returns what a registration is called.
  package func text(
    slowerThan threshold: Duration, _ name: (Registration) -> String
  ) -> String {
    var lines: [String] = []
    func add(_ node: Node, _ indent: String) {
      let creation = node.entry.creation
      let own = node.inner.isEmpty ? "" : ", own \(creation.ownDuration.short)"
      let slow = creation.ownDuration > threshold ? ", slow" : ""
      let failed = node.entry.error == nil ? "" : ", failed"
      lines.append(
        "\(indent)\(name(creation.registration)) \(creation.duration.short)\(own)\(slow)\(failed)"
          + " (\(creation.registration.location))")
      for inner in node.inner { add(inner, indent + "  ") }
    }
    for root in roots { add(root, "") }
    return lines.isEmpty ? "Nothing was created." : lines.joined(separator: "\n")
  }
}

extension Duration {
  /// The duration with three digits and a unit, such as `12.3 ms`.
  package var short: String {
    let nanoseconds =
      Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (size, unit) in units where nanoseconds >= size * 0.9995 {
      let value = nanoseconds / size
      let digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
      let scale = [1.0, 10, 100][digits]
      let rounded = (value * scale).rounded() / scale
      return "\(digits == 0 ? "\(Int(rounded))" : "\(rounded)") \(unit)"
    }
    return "\(Int(nanoseconds)) ns"
  }
}

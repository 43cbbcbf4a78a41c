package import StitcherEngine

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

  /// Arranges creations, of which each ends after those that it has asked for.
  package init(_ entries: [CreationLog.Entry]) {
    let known = Set(entries.map(\.creation.number))
    var inner: [UInt64: [Node]] = [:]
    var roots: [Node] = []
    for entry in entries {
      let creation = entry.creation
      let node = Node(entry: entry, inner: inner.removeValue(forKey: creation.number) ?? [])
      if let outer = creation.outer, known.contains(outer) {
        inner[outer, default: []].append(node)
      } else {
        roots.append(node)
      }
    }
    self.roots = roots
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

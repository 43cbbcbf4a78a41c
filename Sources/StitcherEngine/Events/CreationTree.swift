/// A tree of recorded instance creations, in which a creation's children are the creations nested
/// in it.
///
/// A factory causes nested creations when it requests dependencies.
package struct CreationTree: Sendable {
  /// The rows of the tree in the order in which they are printed, each with its depth.
  package let rows: [(depth: Int, entry: GraphEventRecord)]

  /// Builds a tree from the given creations.
  ///
  /// A creation may be listed under one that ended earlier: another factory may have waited for the
  /// same creation.
  package init(_ entries: [GraphEventRecord]) {
    let known = Set(entries.map(\.number))
    // The creations by the number of the creation that has caused them.
    var inner: [UInt64?: [GraphEventRecord]] = [:]
    for entry in entries {
      let outer = entry.outer.flatMap { known.contains($0) ? $0 : nil }
      inner[outer, default: []].append(entry)
    }
    var rows: [(depth: Int, entry: GraphEventRecord)] = []
    var open = (inner[nil] ?? []).reversed().map { (depth: 0, entry: $0) }
    while let row = open.popLast() {
      rows.append(row)
      for entry in (inner[row.entry.number] ?? []).reversed() {
        open.append((depth: row.depth + 1, entry: entry))
      }
    }
    self.rows = rows
  }

  /// Returns the tree as text, with one indented line for each creation.
  ///
  /// A line contains the name, the duration, the duration without nested creations, a mark if that
  /// duration is long, and the source location.
  ///
  /// - Parameters:
  ///   - threshold: The duration without nested creations above which a creation is marked as slow.
  ///   - name: Returns the printed name of a registration.
  package func text(
    slowerThan threshold: TimeSpan, _ name: (Registration) -> String
  ) -> String {
    if rows.isEmpty { return "Nothing was created." }
    let lines = rows.indices.map { position in
      let (depth, creation) = rows[position]
      let hasInner = position + 1 < rows.count && rows[position + 1].depth > depth
      let own = hasInner ? ", own \(creation.ownDuration.short)" : ""
      let slow = creation.ownDuration > threshold ? ", slow" : ""
      let failed = creation.error == nil ? "" : ", failed"
      return String(repeating: "  ", count: depth)
        + "\(name(creation.registration)) \(creation.duration.short)\(own)\(slow)\(failed)"
        + " (\(creation.registration.location))"
    }
    return lines.joined(separator: "\n")
  }
}

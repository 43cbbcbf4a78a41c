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
    let known = Set(entries.map { UInt($0.number) })
    // The positions of the creations by the number of the creation that has caused them. The key of
    // the others is the largest number.
    var inner = [UInt: [Int]]()
    for (position, entry) in entries.enumerated() {
      let outer = entry.outer.map { UInt($0) } ?? .max
      inner[known.contains(outer) ? outer : .max, default: []].append(position)
    }
    var rows: [(depth: Int, entry: GraphEventRecord)] = []
    var open = (inner[.max] ?? []).reversed().map { (depth: 0, position: $0) }
    while let (depth, position) = open.popLast() {
      let entry = entries[position]
      rows.append((depth, entry))
      open += (inner[UInt(entry.number)] ?? []).reversed().map { (depth + 1, $0) }
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
  package func text(slowerThan threshold: TimeSpan, _ name: (Registration) -> String) -> String {
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

/// A tree of recorded creations.
///
/// Below each creation are the nested creations of its factory.
package struct CreationTree: Sendable {
  /// The rows of the tree in the order in which they are printed, each with its depth.
  package let rows: [(depth: Int, entry: CreationLog.Entry)]

  /// Builds a tree from the given creations.
  ///
  /// A creation may be listed under one that ended earlier: another factory may have waited for the
  /// same creation.
  package init(_ entries: [CreationLog.Entry]) {
    let known = Set(entries.map(\.creation.number))
    // The creations by the number of the creation that has caused them.
    var inner: [UInt64?: [CreationLog.Entry]] = [:]
    for entry in entries {
      let outer = entry.creation.outer.flatMap { known.contains($0) ? $0 : nil }
      inner[outer, default: []].append(entry)
    }
    var rows: [(depth: Int, entry: CreationLog.Entry)] = []
    var open = (inner[nil] ?? []).reversed().map { (depth: 0, entry: $0) }
    while let row = open.popLast() {
      rows.append(row)
      for entry in (inner[row.entry.creation.number] ?? []).reversed() {
        open.append((depth: row.depth + 1, entry: entry))
      }
    }
    self.rows = rows
  }

  /// Returns the tree as text, with a line for each creation.
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
      let (depth, entry) = rows[position]
      let creation = entry.creation
      let hasInner = position + 1 < rows.count && rows[position + 1].depth > depth
      let own = hasInner ? ", own \(creation.ownDuration.short)" : ""
      let slow = creation.ownDuration > threshold ? ", slow" : ""
      let failed = entry.error == nil ? "" : ", failed"
      return String(repeating: "  ", count: depth)
        + "\(name(creation.registration)) \(creation.duration.short)\(own)\(slow)\(failed)"
        + " (\(creation.registration.location))"
    }
    return lines.joined(separator: "\n")
  }
}

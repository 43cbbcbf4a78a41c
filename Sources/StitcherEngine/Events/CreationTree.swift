/// Creations, each before those that it has asked for.
package struct CreationTree: Sendable {
  /// The creations, each with the number of creations around it.
  package let rows: [(depth: Int, entry: CreationLog.Entry)]

  /// Arranges creations. A creation may end after the one that has asked for it: another creation
  /// has asked for it, too.
  package init(_ entries: [CreationLog.Entry]) {
    let known = Set(entries.map(\.creation.number))
    // The creations by the number of the one that has asked for them.
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

  /// Returns the tree as text: what, how long, how long itself, where it is registered, and whether
  /// that was slow.
  ///
  /// - Parameters:
  ///   - threshold: From what time of its own a creation is called slow.
  ///   - name: Returns what a registration is called.
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

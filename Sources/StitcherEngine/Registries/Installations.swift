/// What was installed in all registries that are replaced as a whole.
///
/// What they hold is changed under this lock, and a graph reads what its own hold, so that it finds
/// all, or nothing, of what was installed together. It is taken outside the lock of a registry, and
/// within no other.
package struct Installations: Sendable {
  /// Those of this process.
  private static let all = Lock(Installations())

  /// The number of times that contents were installed which a graph uses.
  private var count: UInt64 = 0

  /// The number of registries that merge others, living or gone.
  private var mergerCount: UInt64 = 0
}

extension Installations {
  /// The number of registries that merge others, living or gone.
  package static var mergerCount: UInt64 { all.withLock { $0.mergerCount } }

  /// Notes that a registry merges others.
  ///
  /// - Parameter note: Notes it at these. Called under the lock, so that nothing is installed in
  ///   between; runs nothing of a user's.
  package static func addMerger(_ note: () -> Void) {
    all.withLock { installations in
      installations.mergerCount += 1
      note()
    }
  }

  /// Installs contents.
  ///
  /// - Parameters:
  ///   - mergerCount: The number of registries that merged others when they were worked out.
  ///   - isCurrent: Whether nothing else has changed since. Called under the lock; runs nothing of
  ///     a user's.
  ///   - install: Installs them; returns whether a graph uses any. Called under the lock; lets go
  ///     of nothing.
  /// - Returns: Whether they were installed. If not, they have to be worked out again.
  package static func install(
    asOf mergerCount: UInt64, if isCurrent: () -> Bool, by install: () -> Bool
  ) -> Bool {
    all.withLock { installations in
      guard installations.mergerCount == mergerCount, isCurrent() else { return false }
      if install() { installations.count += 1 }
      return true
    }
  }

  /// Returns entries of a graph with what their registries hold now, all at one moment: the same
  /// ones where that is the same.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - followed: The number of installations that were followed in all of them but those of
  ///     `others`.
  ///   - others: The positions of the others.
  /// - Returns: The entries that differ, by their positions, and the number of installations.
  static func latest(
    _ entries: [ActiveRegistry], followed: UInt64, except others: [Int]
  ) -> (differing: [(position: Int, entry: ActiveRegistry)], installations: UInt64) {
    all.withLock { installations in
      let positions = installations.count == followed ? others : Array(entries.indices)
      let differing = positions.compactMap { position -> (position: Int, entry: ActiveRegistry)? in
        let latest = entries[position].latest
        return latest === entries[position] ? nil : (position, latest)
      }
      return (differing, installations.count)
    }
  }
}

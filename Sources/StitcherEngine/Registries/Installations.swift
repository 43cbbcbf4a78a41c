/// The lock under which the contents of declared registries are replaced, with counters of the
/// replacements.
///
/// Contents of declared registries are replaced under this lock, and graphs read them under this
/// lock. So a graph sees all contents that were installed together, or none of them. The lock is
/// taken before the lock of a registry, and while no other lock is held.
package struct Installations: Sendable {
  /// The only instance.
  private static let all = Lock(Installations())

  /// The number of installations that affected a graph.
  private var count: UInt64 = 0

  /// The number of registries that merge other registries, including deallocated ones.
  private var mergerCount: UInt64 = 0
}

extension Installations {
  /// The number of registries that merge other registries, including deallocated ones.
  package static var mergerCount: UInt64 { all.withLock { $0.mergerCount } }

  /// Registers a registry that merges other registries.
  ///
  /// - Parameter note: Adds the registry to those that it merges. Called under the lock, so that
  ///   nothing is installed in between. The closure may run no foreign code.
  package static func addMerger(_ note: () -> Void) {
    all.withLock { installations in
      installations.mergerCount += 1
      note()
    }
  }

  /// Installs planned contents under the lock, if the plan is still valid.
  ///
  /// - Parameters:
  ///   - mergerCount: The number of merging registries when the plan was made.
  ///   - isCurrent: Whether the registries are unchanged since. Called under the lock; may run no
  ///     foreign code.
  ///   - install: Installs the contents, and returns whether a graph uses any of them. Called under
  ///     the lock; may release nothing.
  /// - Returns: Whether the contents were installed. If not, the caller has to make a new plan.
  package static func install(
    asOf mergerCount: UInt64, if isCurrent: () -> Bool, by install: () -> Bool
  ) -> Bool {
    all.withLock { installations in
      guard installations.mergerCount == mergerCount, isCurrent() else { return false }
      if install() { installations.count += 1 }
      return true
    }
  }

  /// Returns the active registries that have other contents now. All registries are read under the
  /// lock, at one moment.
  ///
  /// - Parameters:
  ///   - entries: The active registries of a graph.
  ///   - followed: The number of installations that all entries except for `others` contain.
  ///   - others: The positions of entries that may lack earlier installations.
  /// - Returns: The new entries with their positions, and the number of installations.
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

/// The process-wide lock that guards the contents of all declared registries.
///
/// Graphs read the contents under this lock, and registries replace them under it. So a graph sees
/// all contents that were installed together, or none of them. The lock is taken before the lock of
/// a registry, and while no other lock is held.
enum RegistryContentsLock {
  /// The number of times that new contents of a registry were installed while a graph used the
  /// registry.
  private static let count = Lock<UInt64>(0)

  /// Calls the given closure, which reads the contents of registries, under this lock.
  ///
  /// - Parameter body: Reads the contents. The closure may run no foreign code.
  static func read<Result>(_ body: () -> Result) -> Result {
    count.withLock { _ in UncheckedSendableBox(body()) }.value
  }

  /// Calls a closure that replaces the contents of registries, while no other thread does so.
  ///
  /// - Parameter body: Installs the contents, and returns whether a graph uses any of them. The
  ///   closure may run no foreign code, and may release nothing.
  static func install(_ body: () -> Bool) { count.withLock { if body() { $0 += 1 } } }

  /// Captures the current contents of those active registries that have changed since the graph
  /// read them.
  ///
  /// Reads all versions under the lock, at one moment.
  ///
  /// - Parameters:
  ///   - entries: The active registries of a graph.
  ///   - followed: The number of installations that the contents of all entries include.
  /// - Returns: The versions, with closures that return the contents outside the lock, and the
  ///   number of installations in the process so far. There is `nil` for unchanged contents.
  static func capture(
    _ entries: [ActiveRegistry], followed: UInt64
  ) -> (captured: [(version: UInt64, contents: () -> RegistrationSet)?], installations: UInt64) {
    count.withLock { count in
      UncheckedSendableBox((count == followed ? [] : entries.map(\.captured), count))
    }.value
  }
}

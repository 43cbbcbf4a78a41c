/// The process-wide lock that guards the contents of all declared registries.
///
/// Registries replace their contents under this lock, and a changing graph compares the versions of
/// all its registries under it. So a graph sees all contents that were installed together, or none
/// of them. The lock is taken before the lock of a registry, and while no other lock is held.
enum RegistryContentsLock {
  /// The number of times that new contents of a registry were installed while a graph used the
  /// registry.
  private static let count = Lock<UInt64>(0)

  /// Calls the given closure, which reads the contents of registries, under this lock.
  ///
  /// - Parameter body: Reads the contents, given the number of installations in the process so far.
  ///   The closure may run no foreign code.
  static func read<Result>(_ body: (UInt64) -> Result) -> Result {
    count.withLock { UncheckedSendableBox(body($0)) }.value
  }

  /// Calls a closure that replaces the contents of registries, while no other thread does so.
  ///
  /// - Parameter body: Installs the contents, and returns whether a graph uses any of them. The
  ///   closure may run no foreign code, and may release nothing.
  static func install(_ body: () -> Bool) { count.withLock { if body() { $0 += 1 } } }
}

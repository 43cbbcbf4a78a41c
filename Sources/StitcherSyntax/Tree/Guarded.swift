internal import Foundation

/// A value that a lock protects.
///
/// The class does not use `Mutex`, since the thread sanitizer does not see threads that wait for a
/// `Mutex`.
package final class Guarded<Value>: @unchecked Sendable {
  // Safe: the value is guarded by the lock.
  private let lock = NSLock()
  private var value: Value

  /// Creates a guarded value.
  package init(_ value: Value) { self.value = value }

  /// Calls a closure with the value, while no other thread accesses the value.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

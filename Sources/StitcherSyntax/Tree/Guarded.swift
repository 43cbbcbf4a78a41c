internal import Foundation

/// A value behind a lock. Of a `Mutex` that threads wait for, the thread sanitizer sees nothing.
package final class Guarded<Value>: @unchecked Sendable {
  // Safe: the value is guarded by the lock.
  private let lock = NSLock()
  private var value: Value

  /// Creates a guarded value.
  package init(_ value: Value) { self.value = value }

  /// Calls a closure with the value while no other thread has it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

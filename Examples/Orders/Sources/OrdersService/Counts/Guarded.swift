internal import Synchronization

/// A value that one thread has at a time.
///
/// A `Mutex` alone would do. The thread sanitizer does not see inside of it on Linux, though, and
/// reports races that are none: the atomic says that one holder comes after the other.
package struct Guarded<Value>: ~Copyable, Sendable {
  /// The value.
  private let mutex: Mutex<Value>

  /// Stored by each holder at its end, loaded by the next one.
  private let order = Atomic(false)

  /// Guards a value.
  package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Calls a closure with the value; other threads wait until it returns.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}

internal import Synchronization

/// A value that only one thread at a time can access.
///
/// A `Mutex` alone is sufficient, but the thread sanitizer does not recognize it on Linux, and
/// reports false races. The atomic variable shows the sanitizer the order of the threads.
package struct Guarded<Value>: ~Copyable, Sendable {
  /// The value.
  private let mutex: Mutex<Value>

  /// Each thread stores this value when it leaves, and loads it when it enters.
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

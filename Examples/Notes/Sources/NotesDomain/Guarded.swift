internal import Synchronization

/// A value that one thread has at a time.
///
/// A `Mutex` by itself would do, but the thread sanitizer does not see inside of it: where threads
/// wait for each other on Linux, it reports races that are none. The atomic says once more that one
/// thread comes after another.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  /// The value and its lock.
  private let mutex: Mutex<Value>

  /// Written by each thread that leaves, read by the next one that enters.
  private let order = Atomic<Bool>(false)

  /// Guards a value.
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls a closure with the value; other threads wait until it returns.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}

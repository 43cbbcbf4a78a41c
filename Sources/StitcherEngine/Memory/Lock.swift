internal import Synchronization

/// A value behind a mutex, in a way that the thread sanitizer understands.
///
/// A contended `Mutex` is locked and unlocked inside the standard library, which is not
/// instrumented: the sanitizer would not see that one holder comes after the other and report races
/// that are none. An atomic says it once more; on common processors it costs two plain
/// instructions.
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  // Sendable as `Mutex` is: the value is only reached under it.

  /// The mutex with the value.
  private let mutex: Mutex<Value>

  /// Written by each holder at the end, read by the next one at the start.
  private let order = Atomic<UInt8>(0)

  /// Creates a lock that guards a value.
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls a closure with the value while no other thread has it.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }
}

internal import Synchronization

/// A value behind a mutex, in a way that the thread sanitizer understands.
///
/// A contended `Mutex` is locked and unlocked inside the standard library, which is not
/// instrumented: the sanitizer would not see that one holder comes after the other and report races
/// that are none. An atomic says it once more; on common processors it costs two plain
/// instructions.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Safe, as `Mutex` is: the value is only reached under the mutex.

  /// The mutex.
  private let gate = LockGate()

  /// The value.
  private let value: _Cell<Value>

  /// Creates a lock that guards a value.
  package init(_ value: consuming sending Value) { self.value = _Cell(value) }

  /// Calls a closure with the value while no other thread has it.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    gate.enter()
    defer { gate.leave() }
    return try body(&value._address.pointee)
  }
}

/// The mutex of a ``Lock``. The standard library's code for it is long, and would stand wherever
/// a lock is taken.
struct LockGate: ~Copyable, Sendable {
  /// The mutex.
  private let mutex = Mutex<Void>(())

  /// Written by each holder at the end, read by the next one at the start.
  private let order = Atomic<UInt8>(0)

  /// Waits until no other thread is inside.
  @inline(never)
  borrowing func enter() {
    mutex._unsafeLock()
    _ = order.load(ordering: .acquiring)
  }

  /// Lets the next thread in.
  @inline(never)
  borrowing func leave() {
    order.store(0, ordering: .releasing)
    mutex._unsafeUnlock()
  }
}

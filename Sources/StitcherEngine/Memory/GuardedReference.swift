internal import CStitcherThread

/// A weak reference behind a lock: it costs the object nothing, where a `weak` one moves its counts
/// to memory of their own, which makes every later use slow.
///
/// Invariant: it is read, written and cleared under one lock, and the object's `deinit` clears it
/// under that lock before it does anything else. So the memory is still the object's when it is
/// read, and the runtime says whether the object is being released already.
struct GuardedReference: Sendable {
  /// The address of the object.
  private let bits: UInt

  /// Refers to an object.
  init(_ object: AnyObject) { bits = Unmanaged.passUnretained(object).bits }

  /// Returns the object, unless its last owner has let go.
  ///
  /// - Parameter type: The type of the object.
  func object<Object: AnyObject>(as type: Object.Type) -> Object? {
    let address = UnsafeMutableRawPointer(bitPattern: bits).unsafelyUnwrapped
    return swift_tryRetain(address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
  }

  /// Whether an object is the one that it refers to.
  func refers(to object: AnyObject) -> Bool { bits == Unmanaged.passUnretained(object).bits }
}

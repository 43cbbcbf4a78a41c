internal import Synchronization

/// An object that outlives whoever refers to it, so that it need not be retained.
///
/// Invariant: the object is alive whenever ``object(as:)`` is called, and of that type.
struct UnownedReference: ~Copyable, Sendable {
  /// The object as bits, or zero.
  private let bits = Atomic<UInt>(0)

  /// Refers to an object.
  func refer(to object: AnyObject) {
    bits.store(Unmanaged.passUnretained(object).bits, ordering: .relaxed)
  }

  /// Refers to nothing.
  func clear() { bits.store(0, ordering: .relaxed) }

  /// Whether it refers to nothing.
  var isEmpty: Bool { bits.load(ordering: .relaxed) == 0 }

  /// The object, if there is one.
  @inline(__always)
  func object<Object: AnyObject>(as type: Object.Type) -> Object? {
    let bits = bits.load(ordering: .relaxed)
    return bits == 0 ? nil : Unmanaged<Object>.fromBits(bits).takeUnretainedValue()
  }
}

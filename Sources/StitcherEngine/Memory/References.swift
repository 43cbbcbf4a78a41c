internal import CStitcherThread

/// An object that outlives whoever refers to it, so that it need not be retained.
///
/// Invariant: the object is alive whenever it is used. A container's graph and its factories refer
/// to their container so: who calls one of its methods holds it, and a graph to which it is
/// attached keeps it as long as its snapshot, which is pinned or held while a factory runs.
package struct UnownedReference: BitwiseCopyable, Sendable {
  /// The object as bits, or zero.
  private let word: _AtomicWord

  /// Uses a word, which is zero.
  init(_ word: _AtomicWord) { self.word = word }

  /// The object as bits, or zero.
  @inline(__always)
  var bits: UInt { word.load(ordering: .acquiring) }

  /// Refers to an object, which others see from then on.
  package func refer(to object: AnyObject) {
    word.store(Unmanaged.passUnretained(object).bits, ordering: .releasing)
  }

  /// Refers to nothing.
  func clear() { word.store(0, ordering: .relaxed) }

  /// Whether it refers to nothing.
  var isEmpty: Bool { bits == 0 }

  /// The object, if there is one.
  @inline(__always)
  package func borrowed<Object: AnyObject>(as type: Object.Type) -> UnretainedReference<Object>? {
    UnretainedReference(optional: bits)
  }
}

/// An object that somebody else holds for as long as this is used.
///
/// Invariant: the object is alive, and of that type. Objects with weak references are slow to
/// retain, so what is handed to a factory is not.
@frozen
@usableFromInline
package struct UnretainedReference<Object: AnyObject>: BitwiseCopyable, @unchecked Sendable {
  // Safe: as the reference would be; who uses the object sees to its thread safety.

  /// The object.
  @usableFromInline let reference: Unmanaged<Object>

  /// Borrows an object.
  @inlinable
  @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  /// Borrows the object at an address.
  @inlinable
  @inline(__always)
  package init(bits: UInt) { reference = .fromBits(bits) }

  /// The address of the object.
  @inlinable
  @inline(__always)
  package var bits: UInt { reference.bits }

  /// Borrows the object at an address, if that is not zero.
  @inlinable
  @inline(__always)
  package init?(optional bits: UInt) {
    guard bits != 0 else { return nil }
    self.init(bits: bits)
  }

  /// The object as an instance of a subclass, which it is known to be.
  @inlinable
  @inline(__always)
  package func cast<Subclass: AnyObject>(to type: Subclass.Type) -> UnretainedReference<Subclass> {
    #if STITCHER_INVARIANTS
      precondition(object is Subclass, "The object is no \(type).")
    #endif
    return UnretainedReference<Subclass>(bits: bits)
  }

  /// The object, retained for who uses it longer.
  @inlinable
  @inline(__always)
  package var object: Object { reference.takeUnretainedValue() }

  /// Calls a closure with the object.
  @inlinable
  @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }
}

extension Unmanaged {
  /// Returns the reference behind an address that a table holds.
  @inlinable
  @inline(__always)
  package static func fromBits(_ bits: UInt) -> Unmanaged {
    // An address that came from a living reference is never null.
    fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// The address of the reference.
  @inlinable
  @inline(__always)
  package var bits: UInt { UInt(bitPattern: toOpaque()) }
}

/// Retains an object; returns its address.
func retainedBits<Object: AnyObject>(of object: Object) -> UInt {
  Unmanaged.passRetained(object).bits
}

/// A weak reference behind a lock: it costs the object nothing, where a `weak` one moves its counts
/// to memory of their own, which makes every later use slow.
///
/// Invariant: it is read, written and cleared under one lock, and the object's `deinit` clears it
/// under that lock before it does anything else. So the memory is still the object's when it is
/// read, and the runtime says whether the object is being released already.
struct LockedWeakReference: Sendable {
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

/// A weak reference that its object holds as well.
///
/// The first weak reference to an object moves its counts to memory of their own. Once all weak
/// references are gone, only the object leads there, in a form that the leak sanitizer cannot read:
/// it would report that memory of every object that is still in use at the end of the program. So
/// an object that is weakly referenced now and then holds one of these for as long as it lives, and
/// lends it.
package class WeakBox<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Safe: written once, by the object's initializer; weak references may be read by any thread.

  /// The object, as long as somebody holds it.
  package private(set) weak var object: Object?

  /// Creates a reference to nothing.
  package init() {}

  /// Refers to an object; called by its initializer.
  package func refer(to object: Object) { self.object = object }
}

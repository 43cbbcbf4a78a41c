internal import CStitcherThread

extension _AtomicWord {
  /// Stores the address of an object in this word, and does not retain the object.
  ///
  /// Invariant: the object is alive at each use of the address. For example, a container's graph
  /// refers to its container in this way, and passes the container to factories. Until a method of
  /// the container returns, its caller retains the container, or a child container does. A graph in
  /// which the container is active retains it as long as the graph's snapshot, which is pinned or
  /// retained during a factory.
  func refer(to object: AnyObject) {
    store(Unmanaged.passUnretained(object).bits, ordering: .releasing)
  }
}

/// A reference to an object that the reference does not retain.
///
/// Something else has to retain the object.
///
/// Invariant: the object is alive, and has the stated type. The engine passes objects that have
/// weak references in this way, because such objects are slow to retain.
@frozen
@usableFromInline
package struct UnretainedReference<Object: AnyObject>: BitwiseCopyable, @unchecked Sendable {
  // Safe in the same way as a strong reference: the user of the object ensures thread safety.

  /// The underlying unmanaged reference.
  @usableFromInline let reference: Unmanaged<Object>

  /// Creates a reference to the given object.
  @inlinable
  @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  /// Creates a reference to the object at the given address.
  @inlinable
  @inline(__always)
  package init(bits: UInt) { reference = .fromBits(bits) }

  /// The address of the object.
  @inlinable
  @inline(__always)
  package var bits: UInt { reference.bits }

  /// Creates a reference to the object at the given address; `nil` if the address is zero.
  @inlinable
  @inline(__always)
  package init?(optional bits: UInt) {
    guard bits != 0 else { return nil }
    self.init(bits: bits)
  }

  /// Casts the reference to a reference to a subclass.
  ///
  /// The object must be an instance of the subclass.
  @inlinable
  @inline(__always)
  package func cast<Subclass: AnyObject>(to type: Subclass.Type) -> UnretainedReference<Subclass> {
    #if STITCHER_INVARIANTS
      precondition(object is Subclass, "The object is not of the type \(type).")
    #endif
    return UnretainedReference<Subclass>(bits: bits)
  }

  /// The referenced object, as a strong reference.
  ///
  /// It can be used after the unretained reference has become invalid.
  @inlinable
  @inline(__always)
  package var object: Object { reference.takeUnretainedValue() }

  /// Calls a closure with the referenced object, without retaining the object.
  @inlinable
  @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }
}

extension Unmanaged {
  /// Returns an unmanaged reference to the object at the given address.
  @inlinable
  @inline(__always)
  package static func fromBits(_ bits: UInt) -> Unmanaged {
    // The address of an existing object is never null.
    fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// The address of the object.
  @inlinable
  @inline(__always)
  package var bits: UInt { UInt(bitPattern: toOpaque()) }
}

/// Retains the given object, and returns its address.
func retainedBits<Object: AnyObject>(of object: Object) -> UInt {
  Unmanaged.passRetained(object).bits
}

/// A weak reference to an object, which the caller accesses under a lock.
///
/// Unlike a Swift `weak` reference, it does not slow down the object.
///
/// A Swift `weak` reference moves the object's reference counts to separate memory, which makes
/// every later use of the object slower.
///
/// Invariant: the reference is read, written and cleared under one lock. The object's `deinit`
/// clears it under that lock before it does anything else. So a reader under the lock finds the
/// memory of the object, and the runtime knows whether the object is being deallocated.
struct LockedWeakReference: Sendable {
  private let bits: UInt

  /// Creates a reference to the given object.
  init(_ object: AnyObject) { bits = Unmanaged.passUnretained(object).bits }

  /// Returns the referenced object; `nil` if the object's deallocation has begun.
  ///
  /// - Parameter type: The type of the object.
  func object<Object: AnyObject>(as type: Object.Type) -> Object? {
    let address = UnsafeMutableRawPointer(bitPattern: bits).unsafelyUnwrapped
    return swift_tryRetain(address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
  }

  /// Whether the reference refers to the given object.
  func refers(to object: AnyObject) -> Bool { bits == Unmanaged.passUnretained(object).bits }
}

/// A weak reference to an object, shared by all code that refers to the object weakly.
///
/// The object itself retains this reference, so that all callers get the same one.
///
/// The first weak reference to an object moves the object's reference counts to separate memory.
/// When all weak references are released, only the object points to that memory, in an encoded form
/// that the leak sanitizer cannot read. The sanitizer would then report a leak for every such
/// object that is alive at the end of the program. So the object owns one `WeakBox` for its whole
/// life and shares it.
package class WeakBox<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Safe: written once, by the object's initializer. Several threads may read a weak reference.

  /// The referenced object; `nil` after its deallocation.
  package private(set) weak var object: Object?

  /// Creates a reference that does not refer to an object yet.
  package init() {}

  /// Sets the object to which the reference refers.
  ///
  /// The object's initializer calls this method.
  package func refer(to object: Object) { self.object = object }
}

internal import Synchronization

/// An object that outlives whoever refers to it, so that it need not be retained.
///
/// Invariant: the object is alive whenever it is used. A container's graph and its factories refer
/// to their container so: who calls one of its methods holds it, and a graph to which it is
/// attached keeps it as long as its snapshot, which is pinned or held while a factory runs.
struct UnownedReference: ~Copyable, Sendable {
  /// The object as bits, or zero.
  private let word = Atomic<UInt>(0)

  /// The object as bits, or zero.
  @inline(__always)
  var bits: UInt { word.load(ordering: .relaxed) }

  /// Refers to an object.
  func refer(to object: AnyObject) {
    word.store(Unmanaged.passUnretained(object).bits, ordering: .relaxed)
  }

  /// Refers to nothing.
  func clear() { word.store(0, ordering: .relaxed) }

  /// Whether it refers to nothing.
  var isEmpty: Bool { bits == 0 }

  /// The object, retained, if there is one.
  @inline(__always)
  func object<Object: AnyObject>(as type: Object.Type) -> Object? {
    isEmpty ? nil : Borrowed<Object>(bits: bits).object
  }
}

/// An object that somebody else holds for as long as this is used.
///
/// Invariant: the object is alive, and of that type. Objects with weak references are slow to
/// retain, so what is handed to a factory is not.
struct Borrowed<Object: AnyObject> {
  /// The object.
  private let reference: Unmanaged<Object>

  /// Borrows an object.
  @inline(__always)
  init(_ object: Object) { reference = .passUnretained(object) }

  /// Borrows the object at an address.
  @inline(__always)
  init(bits: UInt) { reference = .fromBits(bits) }

  /// The address of the object.
  @inline(__always)
  var bits: UInt { reference.bits }

  /// The object, retained for who uses it longer.
  @inline(__always)
  var object: Object { reference.takeUnretainedValue() }

  /// Calls a closure with the object.
  @inline(__always)
  func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }
}

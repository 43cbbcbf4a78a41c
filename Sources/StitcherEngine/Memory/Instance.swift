public import CStitcherThread

/// A cached instance, already cast to one type, such as a protocol that callers request.
///
/// A linked list contains *conversions*: the same instance, already cast to other types.
///
/// A cell publishes an instance, and the list of its conversions. Readers walk the list inside a
/// read section, without retaining anything. They read the value through its address, so that
/// unspecialized generic code needs no metadata of this class.
///
/// Invariants: the address is that of an initialized value of the type that `typeBits` identifies,
/// from `init` to `deinit`. If an existential's conformance is isolated to an actor, `typeBits` is
/// zero: each read casts the value, and the cast fails on other executors. If there is a weak
/// reference, the value is a reference to that object, or an existential that contains one. Only
/// the unretained bits of the value are stored.
package class Instance: @unchecked Sendable {
  // Safe: other threads see the object only after its properties are initialized. Only the link is
  // written later. A weak reference may be read by several threads.

  /// The address of the type as which the instance is stored; zero if each read has to cast the
  /// instance.
  ///
  /// It is the address of the type's metadata.
  let typeBits: UInt

  /// The address of the memory that contains the cached value.
  ///
  /// The initializer of the subclass sets it.
  @exclusivity(unchecked) final fileprivate(set) var address: UnsafeMutableRawPointer

  /// The weak reference to the cached object; `nil` unless the instance is cached weakly.
  let reference: UnsafeMutablePointer<WeakReference>?

  /// The address of the next conversion in the linked list; zero at the end.
  ///
  /// A conversion is the same instance, already cast to another type.
  ///
  /// This object retains the next one.
  ///
  /// Written before other threads see this object, or after the object was removed from its cell.
  @exclusivity(unchecked) final var nextBits: UInt = 0

  /// Creates an object for a cached value at the given address. Only subclasses call this
  /// initializer.
  fileprivate init(
    typeBits: UInt, address: UnsafeMutableRawPointer,
    reference: UnsafeMutablePointer<WeakReference>? = nil
  ) {
    self.typeBits = typeBits
    self.address = address
    self.reference = reference
  }

  deinit { UnretainedReference<Instance>(optional: nextBits)?.reference.release() }

  /// The cached value as `Any`; `nil` if the value's object was deallocated.
  ///
  /// Only the object of a weakly cached instance can be deallocated.
  package var anyValue: Any? { fatalError("overridden") }

  /// Whether the instance is cached weakly, and its object was deallocated.
  final var isGone: Bool { reference.map { $0.pointee.object == nil } ?? false }

  /// A weakly cached form of this instance; `nil` if the cached value contains no object.
  var weakInstance: Instance? { self }

  /// Returns this instance, cached strongly or weakly as the given scope requires; `nil` if the
  /// scope does not cache instances.
  package final func kept(by scope: Scope) -> Instance? {
    switch scope {
    case .instance: nil
    case .shared: weakInstance
    case .singleton, .managed, .scoped: self
    }
  }

  /// Returns a conversion: the same instance, already cast to the given type; `nil` if the cast
  /// fails.
  final func converted<Value>(to type: Value.Type) -> Instance? {
    // Two steps, since a direct cast of the optional could succeed: any value is `Sendable`, even
    // an optional.
    guard let any = anyValue, let value = any as? Value else { return nil }
    return reference == nil ? TypedInstance(value) : WeakInstance(value)
  }
}

extension Instance {
  /// Returns the cached value if it is stored as exactly the requested type; otherwise `nil`.
  ///
  /// Also returns `nil` if the object of a weakly cached instance was deallocated.
  package final func typedValue<Value>() -> Value? {
    guard typeBits == StitcherEngine.typeBits(Value.self) else { return nil }
    guard reference != nil else { return address.assumingMemoryBound(to: Value.self).pointee }
    return weakValue()
  }

  /// Returns the cached value as the requested type, without a check of the type.
  ///
  /// The caller has checked the type of the value, and that the current executor may use the
  /// value.
  ///
  /// The instance must be cached strongly, and be stored as exactly `Value`.
  final func uncheckedValue<Value>() -> Value {
    address.assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns the value of this weakly cached instance; `nil` if the object was deallocated.
  ///
  /// The instance must have exactly the requested type.
  fileprivate final func weakValue<Value>() -> Value? {
    guard let object = reference?.pointee.object else { return nil }
    return withExtendedLifetime(object) { address.assumingMemoryBound(to: Value.self).pointee }
  }

  /// The cached value, which must be a strongly cached instance of a class.
  final var object: AnyObject { address.assumingMemoryBound(to: AnyObject.self).pointee }

  /// Returns the value of this new instance, cast to the requested type.
  ///
  /// The instance is still retained strongly.
  ///
  /// - Throws: A mismatch, if a cast fails.
  package final func newValue<Value>() throws -> Value {
    // No `Optional<Value>` here: its metadata would be looked up at each call.
    if reference == nil, typeBits == StitcherEngine.typeBits(Value.self) {
      return address.assumingMemoryBound(to: Value.self).pointee
    }
    guard let any = anyValue else { preconditionFailure("A new instance is held strongly.") }
    return try typeBits == 0 ? castHere(any) : cast(any)
  }

  /// The value of this new instance, which an asynchronous request has created.
  ///
  /// The instance is still retained strongly.
  final var newSendableValue: any Sendable {
    if let value: any Sendable = typedValue() { return value }
    // Safe: the values of asynchronous requests are `Sendable`, and a new instance is held
    // strongly. A cast would look up metadata. Without `as Any`, the compiler would pass the
    // contained value.
    return unsafeBitCast(anyValue! as Any, to: (any Sendable).self)
  }
}

/// A weak reference to an object.
struct WeakReference {
  /// The referenced object; `nil` after its deallocation.
  weak var object: AnyObject?
}

/// A strongly cached instance, already cast to a statically known type.
///
/// The value is stored inside this object, because a program may have very many instances.
package final class TypedInstance<Value>: Instance, @unchecked Sendable {
  // Safe: see `Instance`.

  /// The strongly cached value. It is read only through its address.
  @exclusivity(unchecked) private var value: Value

  /// Creates a cached instance that retains the given value.
  package init(_ value: consuming Value) {
    let typeBits = keptTypeBits(of: value)
    self.value = value
    // A placeholder, since the address of the value is unknown before `super.init`.
    super.init(
      typeBits: typeBits,
      address: UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped)
    // A value of size zero has no address of its own.
    address =
      MemoryLayout<Value>.size == 0
      ? Unmanaged.passUnretained(self).toOpaque()
      : withUnsafeMutablePointer(to: &self.value) { UnsafeMutableRawPointer($0) }
  }

  // No `Optional<Value>` here: its metadata would be looked up at each call.
  package override var anyValue: Any? { value }

  override var weakInstance: Instance? { WeakInstance(value) }
}

/// A weakly cached instance, already cast to a statically known type.
///
/// The bits of the value are stored beside a weak reference, so that a read needs no cast.
final class WeakInstance<Value>: Instance, @unchecked Sendable {
  // Safe: see `Instance`.

  /// Creates a weakly cached instance from a value; `nil` if the value contains no object.
  ///
  /// The object is the given value, or is contained in it if the value is an existential.
  init?(_ value: Value) {
    guard let object = referenceHeld(by: value) else { return nil }
    let storage = allocateValue(Value.self)
    withUnsafePointer(to: value) {
      UnsafeMutableRawPointer(storage).copyMemory(from: $0, byteCount: MemoryLayout<Value>.size)
    }
    let reference = UnsafeMutablePointer<WeakReference>.allocate(capacity: 1)
    reference.initialize(to: WeakReference(object: object))
    super.init(typeBits: keptTypeBits(of: value), address: storage, reference: reference)
  }

  deinit {
    reference?.deinitialize(count: 1)
    reference?.deallocate()
    freeValue(address.assumingMemoryBound(to: Value.self))
  }

  package override var anyValue: Any? { weakValue() as Value? }

}

/// Returns the address that identifies the given value's type; zero if only some executors may use
/// the value.
@inline(__always)
private func keptTypeBits<Value>(of value: Value) -> UInt {
  isUsableAnywhere(value) ? typeBits(Value.self) : 0
}

/// Whether memory from `stitcher_allocate` is aligned for values of the given type.
@inlinable
@inline(__always)
package func hasMallocAlignment<Value: ~Copyable>(_ type: Value.Type) -> Bool {
  MemoryLayout<Value>.alignment <= 2 * MemoryLayout<Int>.size
}

/// Allocates uninitialized memory for one value of the given type.
///
/// The allocation asks for extra alignment only if the type needs it, because aligned allocations
/// are slower.
@inlinable
@inline(__always)
package func allocateValue<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
  if !hasMallocAlignment(type) { return .allocate(capacity: 1) }
  return stitcher_allocate(max(1, MemoryLayout<Value>.size)).assumingMemoryBound(to: Value.self)
}

/// Frees memory that ``allocateValue(_:)`` has allocated, after the value was deinitialized.
@inlinable
@inline(__always)
package func freeValue<Value>(_ address: UnsafeMutablePointer<Value>) {
  if hasMallocAlignment(Value.self) { stitcher_free(address) } else { address.deallocate() }
}

/// Returns the class instance that the given value is or contains; `nil` for other values.
private func referenceHeld<Value>(by value: Value) -> AnyObject? {
  let erased: Any = value
  guard type(of: erased) is AnyObject.Type else { return nil }
  let object = erased as AnyObject
  // A class reference is one word, which is the address of the object. The first word of an
  // existential that contains an object is that address, too.
  let word = withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt.self) }
  return word == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) ? object : nil
}

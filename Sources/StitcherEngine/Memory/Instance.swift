/// An instance as one type, and, linked behind it, the same instance as further types.
///
/// A cell publishes an instance, and a chain of the further types. Readers walk it inside a read
/// section, without retaining it.
/// They read the value through its address, so that generic code that is not specialized needs no
/// metadata of this class.
///
/// Invariants: at the address lies a value of the type that `typeBits` says, initialized from
/// `init` to `deinit`. An existential whose conformance is isolated to an actor has no `typeBits`:
/// each read casts it, which fails on other executors. If there is a weak reference, the value is
/// one reference to that object, or an existential that holds it, and only its bits are there.
package class Instance: @unchecked Sendable {
  // Safe: stored properties are not written after the initializer, but for the link, before others
  // read it; a weak reference may be read from several threads.

  /// The address of the type that the instance is kept as; zero if each read has to cast it.
  let typeBits: UInt

  /// Where the value is. Set by the initializer of the subclass.
  @exclusivity(unchecked) final fileprivate(set) var address: UnsafeMutableRawPointer

  /// The weak reference, if the instance is kept weakly; in storage that needs no exclusivity
  /// check.
  let reference: UnsafeMutablePointer<WeakReference>?

  /// The same instance as a further type, retained, as bits; zero if there is none. Written before
  /// others see this, or, if this is what a cell keeps, after it was taken out.
  @exclusivity(unchecked) final var nextBits: UInt = 0

  /// Creates an instance; called by the subclass.
  fileprivate init(
    typeBits: UInt, address: UnsafeMutableRawPointer,
    reference: UnsafeMutablePointer<WeakReference>? = nil
  ) {
    self.typeBits = typeBits
    self.address = address
    self.reference = reference
  }

  deinit { UnretainedReference<Instance>(optional: nextBits)?.reference.release() }

  /// The instance, erased; nil if it was kept weakly and is gone.
  package var anyValue: Any? { fatalError("overridden") }

  /// Whether each read has to cast the instance, since it may be used on some executors only.
  final var isCastAtEachRead: Bool { typeBits == 0 }

  /// Whether the instance was kept weakly and is gone.
  final var isGone: Bool { reference.map { $0.pointee.object == nil } ?? false }

  /// Whether an object goes if this instance does: nobody else holds it now. False if that cannot
  /// be told.
  var holdsLastReference: Bool { fatalError("overridden") }

  /// Returns the instance for a cell to keep by the rules of a scope, or nil if it is not kept.
  package func kept(by scope: Scope) -> Instance? { fatalError("overridden") }

  /// Returns an instance like this one that keeps its value as another type.
  final func converted<Value>(to type: Value.Type) -> Instance? {
    // In two steps: any value is a `Sendable`, the optional, too.
    guard let any = anyValue, let value = any as? Value else { return nil }
    return reference == nil ? TypedInstance(value) : WeakInstance(value)
  }
}

extension Instance {
  /// Returns an instance that holds a value strongly.
  package static func holding<Value>(_ value: Value) -> Instance { TypedInstance(value) }

  /// Returns the instance if it is kept as exactly that type, and, if weakly, is alive.
  package final func typedValue<Value>() -> Value? {
    guard typeBits == StitcherEngine.typeBits(Value.self) else { return nil }
    guard reference != nil else { return address.assumingMemoryBound(to: Value.self).pointee }
    return weakValue()
  }

  /// Returns the value, without a check whether the current executor may use it. The instance must
  /// be held strongly, and be kept as exactly `Value`.
  final func uncheckedValue<Value>() -> Value {
    address.assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns the instance, which is kept weakly and of that type, if it is alive.
  fileprivate final func weakValue<Value>() -> Value? {
    guard let object = reference?.pointee.object else { return nil }
    return withExtendedLifetime(object) { address.assumingMemoryBound(to: Value.self).pointee }
  }

  /// Returns an instance that is new, so held strongly, as a type.
  ///
  /// - Throws: A mismatch.
  package final func newValue<Value>() throws -> Value {
    // No optional of the type: its metadata would be looked up at each call.
    if reference == nil, typeBits == StitcherEngine.typeBits(Value.self) {
      return address.assumingMemoryBound(to: Value.self).pointee
    }
    guard let any = anyValue else { preconditionFailure("A new instance is held strongly.") }
    return try typeBits == 0 ? castHere(any) : cast(any)
  }

  /// Returns the address of the dynamic type of an instance that is new, so held strongly; that of
  /// the declared type if no class is declared.
  final func dynamicTypeBits(_ registration: Registration) -> UInt {
    guard registration.producesObjects, reference == nil else { return typeBits }
    return StitcherEngine.dynamicTypeBits(
      ofObject: address.assumingMemoryBound(to: AnyObject.self).pointee)
  }
}

/// A weak reference to an object.
struct WeakReference {
  /// The object, while it lives.
  weak var object: AnyObject?
}

/// An instance whose type is known, held strongly. The value lies in it: there may be very many.
final class TypedInstance<Value>: Instance, @unchecked Sendable {
  // Safe: see `Instance`.

  /// The value, which is only read by its address.
  @exclusivity(unchecked) private var value: Value

  /// Keeps a value alive.
  init(_ value: consuming Value) {
    let typeBits = keptTypeBits(of: value)
    self.value = value
    // Any address, until there is an object.
    super.init(
      typeBits: typeBits,
      address: UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped)
    // A value of no size has no place of its own.
    address =
      MemoryLayout<Value>.size == 0
      ? Unmanaged.passUnretained(self).toOpaque()
      : withUnsafeMutablePointer(to: &self.value) { UnsafeMutableRawPointer($0) }
  }

  // No optional of the type: its metadata would be looked up at each call.
  package override var anyValue: Any? { value }

  override var holdsLastReference: Bool {
    // As an optional: the reference in an existential would be copied for the call, and never be
    // the only one.
    isReference(value)
      && isKnownUniquelyReferenced(&address.assumingMemoryBound(to: AnyObject?.self).pointee)
  }

  package override func kept(by scope: Scope) -> Instance? {
    switch scope {
    case .instance: nil
    case .shared: WeakInstance(value)
    case .singleton, .managed, .scoped: self
    }
  }
}

/// An instance whose type is known, held weakly: the bits of the value beside a weak reference, so
/// that a read needs no cast.
final class WeakInstance<Value>: Instance, @unchecked Sendable {
  // Safe: see `Instance`.

  /// Keeps an object weakly.
  ///
  /// Fails if the value is not one reference, or an existential that holds one.
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
    address.deallocate()
  }

  package override var anyValue: Any? { weakValue() as Value? }

  override var holdsLastReference: Bool { false }

  package override func kept(by scope: Scope) -> Instance? {
    switch scope {
    case .instance: nil
    case .shared, .singleton, .managed, .scoped: self
    }
  }
}

/// Returns the address of a value's type, or zero if the value may be used on some executors only.
@inline(__always)
private func keptTypeBits<Value>(of value: Value) -> UInt {
  isUsableAnywhere(value) ? typeBits(Value.self) : 0
}

/// Allocates memory for a value. Generic code would always ask for aligned memory, which costs
/// more.
@inlinable
@inline(__always)
package func allocateValue<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
  let isPlain = MemoryLayout<Value>.alignment <= 16
  return UnsafeMutableRawPointer.allocate(
    byteCount: max(1, MemoryLayout<Value>.size),
    alignment: isPlain ? 16 : MemoryLayout<Value>.alignment
  ).assumingMemoryBound(to: Value.self)
}

/// Returns the object that a value is, or that an existential holds; nil for everything else.
private func referenceHeld<Value>(by value: Value) -> AnyObject? {
  let erased: Any = value
  guard type(of: erased) is AnyObject.Type else { return nil }
  let object = erased as AnyObject
  // A class's bits are one reference, an existential's first word is; nothing else holds just one.
  let word = withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt.self) }
  return word == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) ? object : nil
}

/// Whether a value is an object, or an existential that holds one.
@inline(never)
private func isReference<Value>(_ value: Value) -> Bool { referenceHeld(by: value) != nil }

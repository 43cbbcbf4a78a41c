internal import CStitcherThread

/// Whether a type may conform to a protocol or inherit from a class. `true` if that is unknown.
///
/// - Parameters:
///   - type: The declared return type of a factory. The factory may return an instance of a
///     subclass.
///   - other: A protocol, such as `any Mail`, or a superclass.
/// - Returns: `false` only if `type` is a class, a structure or an enumeration that does not
///   conform to `other`, or does not inherit from it.
package func isRelated(_ type: any Any.Type, to other: any Any.Type) -> Bool {
  relation(of: type, to: other) ?? true
}

/// Returns whether a type conforms to a protocol or inherits from a class; `nil` if that is
/// unknown.
///
/// It is unknown for a structure and a class, since casts on Apple's systems convert some
/// structures to classes, such as `String` to `NSString`.
func relation(of type: any Any.Type, to other: any Any.Type) -> Bool? {
  /// Whether the type that was passed to the outer function is the given class or one of its
  /// subclasses.
  func inherits<Other>(from other: Other.Type) -> Bool { type is Other.Type }

  if isClass(other) { return isClass(type) ? inherits(from: other) : nil }
  guard isExistential(other), isClass(type) || (0x200...0x201).contains(kind(of: type)) else {
    return nil
  }
  // A cast would fail on the wrong executor if the conformance is isolated, or depends on an
  // isolated conformance. So the conformance itself is looked up.
  return conformance(of: type, to: other) != .missing
}

/// Whether an instance of the given type can be cast to a protocol type on the current executor.
private func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
  /// Whether the type that was passed to the outer function is an instance of an existential
  /// metatype.
  ///
  /// A type is an instance of `any Mail.Type` if it conforms to `Mail`.
  func isInstance<Metatype>(of metatype: Metatype.Type) -> Bool { type is Metatype }
  let metadata = swift_getExistentialMetatypeMetadata(metadata(of: existential))
  // The runtime represents a type by the address of its metadata.
  return isInstance(of: unsafeBitCast(metadata, to: AnyType.self))
}

/// Whether a type's conformance to the given protocol may be isolated to an actor (SE-0470).
///
/// A cast to the protocol fails on other executors. The result is also `true` if the conformance is
/// conditional, and a cast fails on the current executor.
package func isConformanceIsolated(of type: any Any.Type, to other: any Any.Type) -> Bool {
  guard isExistential(other) else { return false }
  let found = conformance(of: type, to: other)
  return found == .isolated || found == .conditional && !conforms(type, to: other)
}

/// Whether the given type is a protocol type without type arguments, such as `any Mail`.
package func isExistential(_ type: any Any.Type) -> Bool { kind(of: type) == 0x303 }

/// Whether code on any executor may use the given value: no isolated conformance prevents it.
///
/// The result is `true` without inspection for a user's own type that contains an existential. So
/// it is for a protocol type with type arguments, such as `any Store<Note>`.
///
/// - Returns: `false` if the declared type is a protocol type, and the value's conformance is, or
///   may be, isolated to an actor. A copy of such a value could be used on another executor, where
///   a cast fails. Also `false` for a ``ValueContainer`` that contains such a value.
package func isUsableAnywhere<Value>(_ value: Value) -> Bool {
  mismatch(of: value, onlyHere: false) == nil
}

/// Throws an error if code on the current executor may not use the given value as its declared
/// type.
///
/// - Throws: A mismatch, if the conformance of the value, or of a value in it, is isolated to
///   another executor.
package func checkIsUsableHere<Value>(_ value: Value) throws {
  if let mismatch = mismatch(of: value, onlyHere: true) {
    throw ResolutionFailure(mismatch)
  }
}

/// Returns the reason why a value cannot be used as its declared type; `nil` if there is no reason.
///
/// The reason may also concern a value inside the given value, such as an element of an array.
///
/// - Parameter isHere: Whether only code on the current executor has to be able to use the value,
///   and not code on any executor.
package func mismatch<Value>(of value: Value, onlyHere isHere: Bool) -> ResolutionFailure.Reason? {
  guard isExistential(Value.self) else {
    return isClass(Value.self)
      ? nil : (value as? any ValueContainer)?.contentMismatch(onlyHere: isHere)
  }
  // A cast of an existential to its own type would check nothing.
  let dynamicType = type(of: value as Any)
  if conformance(of: dynamicType, to: Value.self) == .everywhere
    || isHere && conforms(dynamicType, to: Value.self)
  {
    return nil
  }
  return .mismatched(found: dynamicType, expected: Value.self)
}

/// Casts a product, which is an instance from a factory, to the requested type.
///
/// - Throws: A mismatch, if the cast fails.
package func cast<Product, Value>(_ product: Product) throws -> Value {
  // No `Optional<Value>` here: its metadata would be looked up at each call.
  guard typeBits(Product.self) == typeBits(Value.self) else { return try castToOther(product) }
  return withUnsafePointer(to: product) {
    UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee
  }
}

/// Casts a product to the requested type, which is not the declared type of the product.
///
/// - Throws: A mismatch, if the cast fails.
@inline(never)
private func castToOther<Product, Value>(_ product: Product) throws -> Value {
  guard let value = product as? Value else {
    throw ResolutionFailure(.mismatched(found: type(of: product as Any), expected: Value.self))
  }
  return value
}

/// Casts the given value to the requested type, and checks that the current executor may use the
/// result.
///
/// - Throws: A mismatch, if the cast fails, or if the conformance of the value, or of a value in
///   it, is isolated to another executor.
package func castHere<Value>(_ erased: Any) throws -> Value {
  let value: Value = try cast(erased)
  try checkIsUsableHere(value)
  return value
}

/// A type with values that contain other values, such as an optional or an array.
///
/// The conformances of the contained values may be isolated to an actor.
package protocol ValueContainer {
  /// Returns the reason why an element does not have the declared element type; `nil` if all
  /// elements have it.
  ///
  /// - Parameter onlyHere: Whether only code on the current executor has to be able to use the
  ///   values, and not code on any executor.
  func contentMismatch(onlyHere: Bool) -> ResolutionFailure.Reason?

  /// Whether this optional, the result of a cast, may be cached and returned on any executor.
  ///
  /// - Parameter original: The instance that was cast.
  func canKeepWrapped(of original: Any) -> Bool
}

extension ValueContainer { package func canKeepWrapped(of original: Any) -> Bool { false } }

extension Optional: ValueContainer {
  package func contentMismatch(onlyHere isHere: Bool) -> ResolutionFailure.Reason? {
    flatMap { mismatch(of: $0, onlyHere: isHere) }
  }

  package func canKeepWrapped(of original: Any) -> Bool {
    map { canKeepCast(of: original, to: $0) } ?? false
  }
}

extension ValueContainer where Self: Sequence {
  /// Returns the reason why an element of the sequence cannot be used as its declared type, or
  /// `nil`.
  ///
  /// Searches the elements only if their type may have isolated conformances.
  package func contentMismatch(onlyHere isHere: Bool) -> ResolutionFailure.Reason? {
    guard isExistential(Element.self) || Element.self is any ValueContainer.Type else { return nil }
    return lazy.compactMap { mismatch(of: $0, onlyHere: isHere) }.first
  }
}

extension Array: ValueContainer {}

extension Dictionary.Values: ValueContainer {}

extension Dictionary: ValueContainer {
  package func contentMismatch(onlyHere isHere: Bool) -> ResolutionFailure.Reason? {
    values.contentMismatch(onlyHere: isHere)
  }
}

/// Whether the result of a cast may be cached, so that code on every executor can use it.
func canKeepCast<Value>(of original: Any, to value: Value) -> Bool {
  if isClass(Value.self) || isExistential(Value.self) { return isUsableAnywhere(value) }
  // The cast of an array may have cast its elements.
  return type(of: original) == Value.self && isUsableAnywhere(value)
    || (value as? any ValueContainer)?.canKeepWrapped(of: original) == true
}

/// The ways in which a type can conform to all protocols of an existential type.
private enum Conformance {
  /// The type does not conform to all protocols of the existential type.
  case missing
  /// The type conforms to all protocols of the existential type, on every executor.
  case everywhere
  /// The type conforms to all protocols of the existential type, to at least one of them only on an
  /// actor.
  case isolated
  /// The type conforms to all protocols of the existential type, to at least one of them
  /// conditionally.
  ///
  /// The condition may include an isolated conformance.
  case conditional
}

/// Returns whether a type conforms to all protocols of an existential type, and whether a
/// conformance is isolated.
///
/// The result does not depend on the current executor.
///
/// Swift's ABI fixes the layout: the metadata of an existential type lists its protocols after its
/// flags. A witness table begins with the descriptor of its conformance.
private func conformance(of type: any Any.Type, to existential: any Any.Type) -> Conformance {
  let word = MemoryLayout<UInt>.size
  let protocols = metadata(of: existential)
  let flags = protocols.load(fromByteOffset: word, as: UInt32.self)
  let count = Int(protocols.load(fromByteOffset: word + 4, as: UInt32.self))
  let start = word + 8 + (flags & 0x4000_0000 != 0 ? word : 0)
  var result = Conformance.everywhere
  for position in 0..<count {
    let bits = protocols.load(fromByteOffset: start + position * word, as: UInt.self)
    // A protocol of Objective-C has no witness table.
    guard bits & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: bits) else { continue }
    guard let table = swift_conformsToProtocol(metadata(of: type), descriptor) else {
      return .missing
    }
    let flags = table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
    if flags & 0x8_0000 != 0 {
      result = .isolated
    } else if flags & 0xFF00 != 0, result == .everywhere {
      result = .conditional
    }
  }
  return result
}

private typealias AnyType = any Any.Type

/// Returns a pointer to the metadata of the given type.
private func metadata(of type: any Any.Type) -> UnsafeRawPointer {
  UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type))).unsafelyUnwrapped
}

/// Returns the kind of the given type from its metadata.
///
/// Swift's ABI fixes the meaning of the first word of the metadata: 0x200 is a structure, 0x201 an
/// enumeration, and 0x303 a protocol type without type arguments.
private func kind(of type: any Any.Type) -> UInt { metadata(of: type).load(as: UInt.self) }

/// Whether the given type is a class, as the kind in its metadata says.
///
/// On platforms with Objective-C, the first word of a class's metadata is a pointer.
private func isClass(_ type: any Any.Type) -> Bool {
  kind(of: type) == 0 || kind(of: type) >= 0x800
}

/// Returns the address of the given type's metadata, which identifies the type.
///
/// Instances and lookup tables identify the type by this address.
@inline(__always)
func typeBits<Value>(_ type: Value.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

/// Returns the address of the metadata of the given value's dynamic type.
///
/// Unlike `type(of: value as Any)`, does not copy the value to the heap.
func dynamicTypeBits<Value>(ofValue value: Value) -> UInt {
  withUnsafePointer(to: value) {
    UInt(bitPattern: swift_getDynamicType($0, metadata(of: Value.self), true))
  }
}

/// Returns the address of the metadata of the given object's dynamic type.
@inline(__always)
func dynamicTypeBits<Object>(ofObject object: Object) -> UInt {
  let object = UnretainedReference<AnyObject>(bits: unsafeBitCast(object, to: UInt.self))
  return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
}

/// Whether both values are references to the same object.
@inline(never)
package func isSameObject(_ one: Any, _ other: Any) -> Bool {
  type(of: one) is AnyObject.Type && type(of: other) is AnyObject.Type
    && one as AnyObject === other as AnyObject
}

internal import CStitcherThread

/// Whether instances of a type are instances of another type as well, as far as the types say.
///
/// - Parameters:
///   - type: The declared type that a factory returns. The factory may return an instance of a
///     subclass.
///   - other: A protocol, such as `any Mail`, or a superclass.
/// - Returns: False only if `type` is a class, a structure or an enumeration that does not conform
///   to `other`, or does not inherit from it.
package func isRelated(_ type: any Any.Type, to other: any Any.Type) -> Bool {
  relation(of: type, to: other) ?? true
}

/// Returns whether instances of a type are instances of a protocol or a superclass as well; `nil`
/// if the types do not say.
func relation(of type: any Any.Type, to other: any Any.Type) -> Bool? {
  /// Whether the type is a class, or a subclass of it.
  func inherits<Other>(from other: Other.Type) -> Bool { type is Other.Type }

  switch (TypeKind(type), TypeKind(other)) {
  case (.class, .class): return inherits(from: other)
  case (.value, .class): return hasBridges ? nil : false
  case (.class, .existential), (.value, .existential):
    // The cast in `conforms` fails on the wrong executor if the conformance is isolated, or depends
    // on an isolated conformance. So the conformance itself is looked up, too.
    if conforms(type, to: other) || conformance(of: type, to: other) != .missing { return true }
    return hasBridges && !(type is AnyClass) && isBoundToClasses(other) ? nil : false
  default: return nil
  }
}

/// Whether a type conforms to a protocol on the current executor.
private func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
  /// Whether the type is a value of an existential metatype: a type is an `any Mail.Type` if it
  /// conforms to `Mail`.
  func isInstance<Metatype>(of metatype: Metatype.Type) -> Bool { type is Metatype }
  let metadata = swift_getExistentialMetatypeMetadata(metadata(of: existential))
  // A type is the address of its metadata.
  return isInstance(of: unsafeBitCast(metadata, to: AnyType.self))
}

/// Whether the conformance of a type to a protocol is isolated to an actor (SE-0470), so that casts
/// fail on other executors. Also true if the conformance has a condition, and a cast fails on the
/// current executor.
package func isConformanceIsolated(of type: any Any.Type, to other: any Any.Type) -> Bool {
  guard isExistential(other) else { return false }
  return switch conformance(of: type, to: other) {
  case .isolated: true
  case .conditional: !conforms(type, to: other)
  case .everywhere, .missing: false
  }
}

/// Whether a type is a protocol type, such as `any Mail`.
package func isExistential(_ type: any Any.Type) -> Bool { TypeKind(type) == .existential }

/// Whether code on any executor may use a value as its declared type.
///
/// A value of a user's own type that contains an existential is not inspected, nor is one of a
/// protocol type with type arguments, such as `any Store<Note>`.
///
/// - Returns: False if the declared type is a protocol type, and the value's conformance is
///   isolated to an actor, or may be: a copy of such an existential could be used on another
///   executor, where a cast fails. Also false if a ``ValueContainer`` contains such a value.
package func isUsableAnywhere<Value>(_ value: Value) -> Bool {
  switch TypeKind(Value.self) {
  case .class: true
  case .existential: conformance(of: type(of: value as Any), to: Value.self) == .everywhere
  case .value, .other: (value as? any ValueContainer)?.isContentUsableAnywhere ?? true
  }
}

/// Throws if the current executor may not use a value as its declared type.
///
/// - Throws: A mismatch, if the conformance of the value, or of one that it contains, is isolated
///   to another executor.
package func checkIsUsableHere<Value>(_ value: Value) throws {
  switch TypeKind(Value.self) {
  case .class: break
  case .existential:
    // A cast of an existential to its own type would check nothing.
    let dynamicType = type(of: value as Any)
    if isUsableAnywhere(value) || conforms(dynamicType, to: Value.self) { return }
    throw ResolutionFailure(
      .mismatched(found: dynamicType, expected: Value.self), registrations: [])
  case .value, .other: try (value as? any ValueContainer)?.checkContentIsUsableHere()
  }
}

/// Casts an instance to the requested type.
///
/// - Throws: A mismatch.
package func cast<Product, Value>(_ product: Product) throws -> Value {
  if typeBits(Product.self) == typeBits(Value.self) {
    return withUnsafePointer(to: product) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee
    }
  }
  guard let value = product as? Value else {
    throw ResolutionFailure(
      .mismatched(found: type(of: product as Any), expected: Value.self), registrations: [])
  }
  return value
}

/// Casts an erased value to a type on the current executor, with all that it contains.
///
/// - Throws: A mismatch, also if a conformance is isolated to another executor.
package func castHere<Value>(_ erased: Any) throws -> Value {
  let value: Value = try cast(erased)
  try checkIsUsableHere(value)
  return value
}

/// A value around values of other types, whose conformances may be isolated to an actor.
package protocol ValueContainer {
  /// Whether code on any executor may use all values that are contained.
  var isContentUsableAnywhere: Bool { get }

  /// Throws a mismatch if the current executor may not use a value that is contained.
  func checkContentIsUsableHere() throws
}

extension Optional: ValueContainer {
  package var isContentUsableAnywhere: Bool { map { isUsableAnywhere($0) } ?? true }
  package func checkContentIsUsableHere() throws { try map { try checkIsUsableHere($0) } }
}

extension ValueContainer where Self: Sequence {
  package var isContentUsableAnywhere: Bool {
    !mayBeIsolated(Element.self) || allSatisfy { isUsableAnywhere($0) }
  }
  package func checkContentIsUsableHere() throws {
    for element in self { try checkIsUsableHere(element) }
  }
}

extension Array: ValueContainer {}

extension Set: ValueContainer {}

extension Dictionary: ValueContainer {
  package var isContentUsableAnywhere: Bool {
    !mayBeIsolated(Value.self) || values.allSatisfy { isUsableAnywhere($0) }
  }
  package func checkContentIsUsableHere() throws {
    for value in values { try checkIsUsableHere(value) }
  }
}

/// Whether the conformances of values of a type may be isolated, as far as the type alone says.
private func mayBeIsolated(_ type: any Any.Type) -> Bool {
  isExistential(type) || type is any ValueContainer.Type
}

/// Whether the result of a cast can be kept, and be returned on any executor.
func canKeepCast<Value>(of original: Any, to value: Value) -> Bool {
  switch TypeKind(Value.self) {
  case .class, .existential: isUsableAnywhere(value)
  // The cast of an array may have cast its elements.
  case .value, .other:
    type(of: original) == Value.self && isUsableAnywhere(value)
      || (value as? any OptionalCast)?.canKeepWrapped(of: original) == true
  }
}

/// An optional as the result of a cast.
private protocol OptionalCast {
  /// Whether the wrapped value can be kept, and be returned on any executor.
  func canKeepWrapped(of original: Any) -> Bool
}

extension Optional: OptionalCast {
  fileprivate func canKeepWrapped(of original: Any) -> Bool {
    map { canKeepCast(of: original, to: $0) } ?? false
  }
}

/// How a type conforms to the protocols of an existential type.
private enum Conformance {
  /// Not to all of them.
  case missing
  /// To all of them, on every executor.
  case everywhere
  /// To all of them, to at least one of them only on an actor.
  case isolated
  /// To all of them; to at least one of them under conditions, which may include an isolated
  /// conformance.
  case conditional
}

/// Returns how a type conforms to the protocols of an existential type, whatever the current
/// executor is.
///
/// The layout is fixed by Swift's ABI: the metadata of an existential type lists the protocols
/// behind its flags; a witness table begins with the descriptor of its conformance.
private func conformance(
  of type: any Any.Type, to existential: any Any.Type
) -> Conformance {
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

/// Whether only classes conform to a protocol type. Fixed by Swift's ABI: a bit of the flags behind
/// the first word of the metadata says that the protocol is open to all types.
private func isBoundToClasses(_ existential: any Any.Type) -> Bool {
  metadata(of: existential).load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
    & 0x8000_0000 == 0
}

/// A type that is known only when the program runs.
private typealias AnyType = any Any.Type

/// Whether a structure may be cast to a class, as `String` to `NSString`.
private var hasBridges: Bool {
  #if canImport(ObjectiveC)
    true
  #else
    false
  #endif
}

/// Returns the metadata of a type that is known only when the program runs.
private func metadata(of type: any Any.Type) -> UnsafeRawPointer {
  UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type))).unsafelyUnwrapped
}

/// The kind of a type, as far as it matters for casts.
enum TypeKind {
  /// A class.
  case `class`
  /// A structure or an enumeration.
  case value
  /// A protocol type without type arguments, such as `any Mail`.
  case existential
  /// Any other type, such as an optional, a tuple or a function.
  case other

  /// Reads the kind of a type, which Swift's ABI fixes as the first word of its metadata.
  init(_ type: any Any.Type) {
    switch metadata(of: type).load(as: UInt.self) {
    // Where there is Objective-C, the word of a class is a pointer.
    case 0, 0x800...: self = .class
    case 0x200, 0x201: self = .value
    case 0x303: self = .existential
    default: self = .other
    }
  }
}

/// Returns the address of a type, by which instances and lookup tables identify the type.
@inline(__always)
func typeBits<Value>(_ type: Value.Type) -> UInt {
  UInt(bitPattern: ObjectIdentifier(type))
}

/// Returns the address of the dynamic type of an object.
@inline(__always)
func dynamicTypeBits<Object>(ofObject object: Object) -> UInt {
  let object = UnretainedReference<AnyObject>(bits: unsafeBitCast(object, to: UInt.self))
  return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
}

/// Whether both are one object.
@inline(never)
package func isSameObject(_ one: Any, _ other: Any) -> Bool {
  type(of: one) is AnyObject.Type && type(of: other) is AnyObject.Type
    && one as AnyObject === other as AnyObject
}

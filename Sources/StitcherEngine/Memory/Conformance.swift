internal import CStitcherThread

/// Whether instances of a type can be of another type as well, as far as the types alone say.
///
/// - Parameters:
///   - type: What a factory returns, as it is declared. A subclass that it really returns
///     does not count.
///   - other: A protocol, such as `any Mail`, or a superclass.
/// - Returns: False only if `type` is a class, a structure or an enumeration that does not conform
///   to `other`, or does not inherit from it.
package func isRelated(_ type: any Any.Type, to other: any Any.Type) -> Bool {
  /// Whether the type is a class, or a subclass of it.
  func inherits<Other>(from other: Other.Type) -> Bool { type is Other.Type }

  let (kind, otherKind) = (TypeKind(type), TypeKind(other))
  switch (kind, otherKind) {
  case (.class, .class): return inherits(from: other)
  case (.value, .class): return hasBridges
  case (.class, .existential), (.value, .existential):
    if kind == .value, hasBridges, ExistentialShape(other) != .opaque { return true }
    // The cast in `conforms` fails on the wrong executor if the conformance is isolated, or depends
    // on an isolated conformance. So the conformance itself is looked up, too.
    return conforms(type, to: other) || conformance(of: type, to: other) != .missing
  default: return true
  }
}

/// Whether a type conforms to a protocol on the current executor.
private func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
  /// Whether the type is a value of an existential metatype: a type is an `any Mail.Type` if it
  /// conforms to `Mail`.
  func isInstance<Metatype>(of metatype: Metatype.Type) -> Bool { type is Metatype }
  let metadata = swift_getExistentialMetatypeMetadata(
    UnsafeRawPointer(bitPattern: typeBits(of: existential)).unsafelyUnwrapped)
  // A type is the address of its metadata.
  return isInstance(of: unsafeBitCast(metadata, to: AnyType.self))
}

/// Whether the types alone say that instances of a type are of another type as well.
///
/// - Parameters:
///   - type: A class, a structure or an enumeration; nothing is said of other types.
///   - other: A protocol, or a superclass; nothing is said of other types.
package func isSurelyRelated(_ type: any Any.Type, to other: any Any.Type) -> Bool {
  switch (TypeKind(type), TypeKind(other)) {
  case (.class, .class), (.class, .existential): isRelated(type, to: other)
  case (.value, .existential):
    (!hasBridges || ExistentialShape(other) == .opaque) && isRelated(type, to: other)
  default: false
  }
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

/// Whether a cast to a type has to be done on the executor that uses the result, since the
/// conformance may be isolated.
///
/// - Parameters:
///   - original: The declared type of what is cast.
///   - type: The type.
package func dependsOnExecutor(castOf original: any Any.Type, to type: any Any.Type) -> Bool {
  switch TypeKind(type) {
  case .existential: true
  // An optional, for example.
  case .other:
    original != type && TypeKind(original) != .other
      || isGeneric(type) && type is any ValueContainer.Type
  case .value: isGeneric(type) && type is any ValueContainer.Type
  case .class: false
  }
}

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
  case .class: return true
  case .existential: return conformance(of: type(of: value as Any), to: Value.self) == .everywhere
  case .value, .other:
    guard isGeneric(Value.self), let container = value as? any ValueContainer else { return true }
    return container.isContentUsableAnywhere
  }
}

/// Throws if the current executor may not use a value as its declared type.
///
/// - Throws: A mismatch, if the conformance of the value, or of one that it contains, is isolated
///   to another executor.
package func checkIsUsableHere<Value>(_ value: Value) throws {
  if isUsableAnywhere(value) { return }
  if isGeneric(Value.self), let container = value as? any ValueContainer {
    return try container.checkContentIsUsableHere()
  }
  let _: Value = try cast(contents(of: value))
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

extension Array: ValueContainer {
  package var isContentUsableAnywhere: Bool {
    !mayBeIsolated(Element.self) || allSatisfy { isUsableAnywhere($0) }
  }
  package func checkContentIsUsableHere() throws {
    for element in self { try checkIsUsableHere(element) }
  }
}

extension Set: ValueContainer {
  package var isContentUsableAnywhere: Bool {
    !mayBeIsolated(Element.self) || allSatisfy { isUsableAnywhere($0) }
  }
  package func checkContentIsUsableHere() throws {
    for element in self { try checkIsUsableHere(element) }
  }
}

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
  switch TypeKind(type) {
  case .class: false
  case .existential: true
  case .value, .other: isGeneric(type)
  }
}

/// Whether a type is a structure or an enumeration with generic parameters, such as an optional.
///
/// Fixed by Swift's ABI: the descriptor of such a type stands behind the first word of its
/// metadata, and has its flags first.
private func isGeneric(_ type: any Any.Type) -> Bool {
  let metadata = UnsafeRawPointer(bitPattern: typeBits(of: type)).unsafelyUnwrapped
  guard 0x200...0x202 ~= metadata.load(as: UInt.self) else { return false }
  let descriptor = metadata.load(
    fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  return descriptor.load(as: UInt32.self) & 0x80 != 0
}

/// Whether the result of a cast can be kept, and be returned on any executor.
func canKeepCast<Value>(of original: Any, to value: Value) -> Bool {
  switch TypeKind(Value.self) {
  case .class: true
  case .existential: isUsableAnywhere(value)
  // An array may contain existentials.
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
  let type = UnsafeRawPointer(bitPattern: typeBits(of: type)).unsafelyUnwrapped
  let metadata = UnsafeRawPointer(bitPattern: typeBits(of: existential)).unsafelyUnwrapped
  let hasSuperclass = metadata.load(fromByteOffset: word, as: UInt32.self) & 0x4000_0000 != 0
  let count = Int(metadata.load(fromByteOffset: word + 4, as: UInt32.self))
  let protocols = metadata + word + 8 + (hasSuperclass ? word : 0)
  var result = Conformance.everywhere
  for position in 0..<count {
    let bits = protocols.load(fromByteOffset: position * word, as: UInt.self)
    // A protocol of Objective-C has no witness table.
    guard bits & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: bits) else { continue }
    guard let table = swift_conformsToProtocol(type, descriptor) else { return .missing }
    let flags = conformanceFlags(of: table)
    if flags & 0x8_0000 != 0 {
      result = .isolated
    } else if flags & 0xFF00 != 0, result == .everywhere {
      result = .conditional
    }
  }
  return result
}

/// Returns the flags of the conformance to which a witness table belongs.
private func conformanceFlags(of table: UnsafeRawPointer) -> UInt32 {
  table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
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

/// The address of a type that is known only when the program runs.
private func typeBits(of type: any Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

/// What a type is declared as, as far as it counts for casts. Fixed by Swift's ABI.
enum TypeKind {
  /// A class.
  case `class`
  /// A structure or an enumeration.
  case value
  /// `any P`.
  case existential
  /// Something else, optionals among them.
  case other

  /// Reads the first word of a type's metadata.
  init(_ type: any Any.Type) {
    let word = UnsafeRawPointer(bitPattern: typeBits(of: type)).unsafelyUnwrapped
      .load(as: UInt.self)
    switch word {
    // Where there is Objective-C, the word of a class is a pointer.
    case 0: self = .class
    case 0x800...: self = .class
    case 0x200, 0x201: self = .value
    case 0x303: self = .existential
    default: self = .other
    }
  }
}

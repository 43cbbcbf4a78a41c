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
  /// Whether the type is a subtype of one that is known by its metatype.
  func isInstance<Metatype>(of metatype: Metatype.Type) -> Bool { type is Metatype }
  /// Whether the type is a class, or a subclass of it.
  func inherits<Other>(from other: Other.Type) -> Bool { type is Other.Type }

  let (kind, otherKind) = (TypeKind(type), TypeKind(other))
  switch (kind, otherKind) {
  case (.class, .class): return inherits(from: other)
  case (.value, .class): return hasBridges
  case (.class, .existential), (.value, .existential):
    if kind == .value, hasBridges, ExistentialShape(other) != .opaque { return true }
    let metadata = swift_getExistentialMetatypeMetadata(
      UnsafeRawPointer(bitPattern: typeBits(of: other)).unsafelyUnwrapped)
    // A type is the address of its metadata.
    return isInstance(of: unsafeBitCast(metadata, to: AnyType.self))
  default: return true
  }
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

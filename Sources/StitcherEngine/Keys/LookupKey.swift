/// The key of a lookup: a type, a name or a value.
package enum LookupKey: Hashable, Sendable {
  /// The key is a type, such as a protocol.
  case type(any Any.Type)
  /// The key is a name.
  case name(String)
  /// The key is a hashable value.
  case value(ValueKey)

  /// Whether both keys are of the same kind and equal.
  @inline(never)
  package static func == (left: LookupKey, right: LookupKey) -> Bool {
    switch (left, right) {
    case (.type(let one), .type(let other)): one == other
    case (.name(let one), .name(let other)): one == other
    case (.value(let one), .value(let other)): one == other
    default: false
    }
  }

  /// Feeds the hash of the key into the given hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The hash of the key, for the engine's hash tables.
  var hash: UInt {
    switch self {
    case .type(let type): Self.hash(of: type)
    case .name(let name): Self.hash(of: name)
    case .value(let value): value.hash
    }
  }

  /// Returns the hash of a key that is the given type.
  ///
  /// It is the address of the type's metadata, which is even and unique.
  @inline(__always)
  static func hash(of type: any Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// Returns the hash of a key that is the given name.
  ///
  /// The hash is odd, so that it never equals the hash of a type.
  @inline(__always)
  static func hash(of name: String) -> UInt { UInt(bitPattern: name.hashValue) | 1 }

  /// The same key; if the key is a name, its characters are in contiguous memory.
  ///
  /// Such a name can be compared faster.
  var contiguous: LookupKey {
    guard case .name(var name) = self else { return self }
    name.makeContiguousUTF8()
    return .name(name)
  }

  /// The key as error messages and descriptions show it.
  ///
  /// A wrapper type is replaced by the type that the user wrote.
  package var shown: LookupKey {
    guard case .type(let type) = self, let wrapper = type as? any WrapperType.Type else {
      return self
    }
    return .type(wrapper.shownType)
  }

  /// The key as text, for descriptions: the type, the name or the value.
  package var text: String {
    switch self {
    case .type(let type): "\(type)"
    case .name(let name): name
    case .value(let value): "\(value.erased)"
    }
  }
}

/// A type that a front end registers in place of the type that the user wrote.
///
/// Error messages and descriptions show the type that the user wrote.
package protocol WrapperType {
  /// The type that error messages show instead of the wrapper type.
  static var shownType: any Any.Type { get }
}

/// A type-erased hashable value that identifies a dependency.
///
/// Equality is that of `AnyHashable`. The typed subclass compares values without boxes if their
/// types agree.
package class ValueKey: Hashable, @unchecked Sendable {
  // Safe: all properties are constants, and the value is only compared and hashed.

  /// The hashable value that is the key, with its type erased.
  package let erased: AnyHashable

  /// The hash of the type-erased value, which all hash tables except for lookup tables use.
  let hash: UInt

  /// Creates a key from a type-erased value. Only the typed subclass calls this initializer.
  fileprivate init(erased: AnyHashable) {
    self.erased = erased
    self.hash = UInt(bitPattern: erased.hashValue) | 1
  }

  /// The hash of the key's value for lookup tables.
  ///
  /// It is computed from the value's own `hashValue`.
  var lookupEntryHash: UInt { fatalError("overridden") }

  /// Creates a lookup entry with the given candidates for the value of this key.
  func lookupEntry(candidates: [Candidate], next: UnretainedReference<LookupEntry>?) -> LookupEntry
  { fatalError("overridden") }

  /// Whether the values of both keys are equal.
  package static func == (left: ValueKey, right: ValueKey) -> Bool {
    left === right || left.hash == right.hash && left.erased == right.erased
  }

  /// Feeds the hash of the key's value into the given hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A hashable value that identifies a dependency, with its static type.
package final class TypedValueKey<Value: Hashable>: ValueKey, @unchecked Sendable {
  // Safe: see `ValueKey`.

  /// The hashable value that is the key, with its static type.
  package let value: Value

  /// Creates a key from the given hashable value.
  package init(_ value: Value) {
    self.value = value
    super.init(erased: AnyHashable(value))
  }

  override var lookupEntryHash: UInt { UInt(bitPattern: value.hashValue) | 1 }

  override func lookupEntry(candidates: [Candidate], next: UnretainedReference<LookupEntry>?)
    -> LookupEntry
  {
    ValueLookupEntry(value: value, candidates: candidates, next: next)
  }
}

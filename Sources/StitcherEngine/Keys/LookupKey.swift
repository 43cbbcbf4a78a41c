/// One thing to look up: a type, a name or a value.
package enum LookupKey: Hashable, Sendable {
  /// A requested type.
  case type(any Any.Type)
  /// A requested name.
  case name(String)
  /// A requested value.
  case value(ValueKey)

  /// Whether both ask for the same.
  @inline(never)
  package static func == (left: LookupKey, right: LookupKey) -> Bool {
    switch (left, right) {
    case (.type(let one), .type(let other)): one == other
    case (.name(let one), .name(let other)): one == other
    case (.value(let one), .value(let other)): one == other
    default: false
    }
  }

  /// Feeds the kind and its contents into a hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// The hash that the tables of the engine use.
  var hash: UInt {
    switch self {
    case .type(let type): Self.hash(of: type)
    case .name(let name): Self.hash(of: name)
    case .value(let value): value.hash
    }
  }

  /// Returns the hash of a type: its address, which is even and unique.
  @inline(__always)
  static func hash(of type: any Any.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }

  /// Returns the hash of a name: odd, so that it never equals a type's.
  @inline(__always)
  static func hash(of name: String) -> UInt {
    UInt(bitPattern: name.hashValue) | 1
  }
}

extension LookupKey {
  /// The locator that only this key finds.
  package var locator: Locator {
    switch self {
    case .type(let type): .type(type)
    case .name(let name): .name(name)
    case .value(let value): Locator(.value(value))
    }
  }
}

/// A type that stands for another type in lookups. Texts name the other type.
package protocol WrapperType {
  /// The other type.
  static var shownType: any Any.Type { get }
}

extension LookupKey {
  /// The key, as texts name it.
  package var shown: LookupKey {
    guard case .type(let type) = self, let standIn = type as? any WrapperType.Type else {
      return self
    }
    return .type(standIn.shownType)
  }

  /// The key as descriptions have it.
  package var text: String {
    switch self {
    case .type(let type): "\(type)"
    case .name(let name): name
    case .value(let value): "\(value.erased)"
    }
  }
}

/// A hashable value that locates a dependency.
///
/// Equality is that of `AnyHashable`. The typed subclass compares without a box where the types
/// agree.
package class ValueKey: Hashable, @unchecked Sendable {
  // Safe: every stored property is a constant, and the value is only compared and hashed.

  /// The value, erased.
  package let erased: AnyHashable

  /// The hash under which the engine's tables find the value.
  let hash: UInt

  /// Creates a key; called by the typed subclass.
  fileprivate init(erased: AnyHashable) {
    self.erased = erased
    self.hash = UInt(bitPattern: erased.hashValue) | 1
  }

  /// The hash under which a snapshot remembers the value: that of the type's own hash.
  var lookupEntryHash: UInt { fatalError("overridden") }

  /// Makes the slot under which a snapshot remembers the value.
  func lookupEntry(candidates: [Candidate], next: UnretainedReference<LookupEntry>?) -> LookupEntry
  { fatalError("overridden") }

  /// Whether the values are equal.
  package static func == (left: ValueKey, right: ValueKey) -> Bool {
    left.hash == right.hash && left.erased == right.erased
  }

  /// Feeds the value into a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A value key whose type is known.
package final class TypedValueKey<Value: Hashable>: ValueKey, @unchecked Sendable {
  // Safe: see `ValueKey`.

  /// The value.
  package let value: Value

  /// Creates a key for a value.
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

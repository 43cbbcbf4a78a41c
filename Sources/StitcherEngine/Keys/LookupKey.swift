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
    UInt(bitPattern: ObjectIdentifier(type).hashValueBits)
  }

  /// Returns the hash of a name: odd, so that it never equals a type's.
  @inline(__always)
  static func hash(of name: String) -> UInt {
    UInt(bitPattern: name.hashValue) | 1
  }
}

extension ObjectIdentifier {
  /// The address behind the identifier.
  @inline(__always)
  var hashValueBits: Int { Int(bitPattern: self) }
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

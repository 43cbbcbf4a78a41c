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

/// A type that only finds what is kept for another one, which texts name instead.
package protocol StandInType {
  /// The other type.
  static var shownType: any Any.Type { get }
}

extension LookupKey {
  /// The key, as texts name it.
  package var shown: LookupKey {
    guard case .type(let type) = self, let standIn = type as? any StandInType.Type else {
      return self
    }
    return .type(standIn.shownType)
  }
}

extension UInt {
  /// The upper bits of the number, well mixed, as many as a shift leaves.
  ///
  /// - Parameter shift: How far they are moved down; only as many bits of it count as a shift
  ///   needs.
  @inline(__always)
  func mixed(shift: UInt) -> UInt {
    (self &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift
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

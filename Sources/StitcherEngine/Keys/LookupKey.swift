/// One thing to look up: a type, a name or a value.
package enum LookupKey: Hashable, Sendable {
  /// A requested type.
  case type(any Any.Type)
  /// A requested name.
  case name(String)
  /// A requested value.
  case value(ValueKey)

  /// Whether both ask for the same.
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
    hasher.combine(word)
  }

  /// The hash that the tables of the engine use.
  var word: UInt {
    switch self {
    case .type(let type): Self.word(of: type)
    case .name(let name): Self.word(of: name)
    case .value(let value): value.word
    }
  }

  /// Returns the word of a type: its address, which is even and unique.
  @inline(__always)
  static func word(of type: any Any.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type).hashValueBits)
  }

  /// Returns the word of a name: odd, so that it never equals a type's.
  @inline(__always)
  static func word(of name: String) -> UInt {
    UInt(bitPattern: name.hashValue) | 1
  }
}

extension ObjectIdentifier {
  /// The address behind the identifier.
  @inline(__always)
  var hashValueBits: Int { Int(bitPattern: self) }
}

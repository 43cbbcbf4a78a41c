/// What a dependency is asked for by: types, a name, a value, or several of these.
///
/// Types are compared by identity, never by what they print as.
package struct Locator: Sendable {
  /// The kinds of locator.
  package enum Storage: Sendable {
    /// One type.
    case type(any Any.Type)
    /// A primary type and further ones, in order.
    case types([any Any.Type])
    /// A name, compared exactly.
    case name(String)
    /// A hashable value.
    case value(ValueKey)
    /// Several keys of any kind, the primary one first. Values among them are of the front end's
    /// own types.
    case keys([LookupKey])
  }

  /// The kind and its contents.
  package let storage: Storage

  /// Creates a locator of a kind.
  package init(_ storage: Storage) {
    switch storage {
    case .name(var name):
      name.makeContiguousUTF8()
      self.storage = .name(name)
    case .keys(let keys):
      precondition(!keys.isEmpty, "A locator has a key.")
      self.storage = storage
    case .types(let types) where types.count == 1:
      self.storage = .type(types[0])
    default:
      self.storage = storage
    }
  }

  /// Creates a locator by one type.
  package static func type(_ type: any Any.Type) -> Locator { Locator(.type(type)) }

  /// Creates a locator by a name.
  package static func name(_ name: String) -> Locator { Locator(.name(name)) }

  /// Creates a locator by several keys, the primary one first.
  package static func keys(_ keys: [LookupKey]) -> Locator { Locator(.keys(keys)) }

  /// Creates a locator by a value.
  package static func value<Value: Hashable>(_ value: Value) -> Locator {
    Locator(.value(TypedValueKey(value)))
  }

  /// The types, primary first; empty for everything else.
  package var types: [any Any.Type] {
    switch storage {
    case .type(let type): [type]
    case .types(let types): types
    case .name, .value, .keys: []
    }
  }

  /// Returns this locator with one more type at the end of its list.
  package func adding(_ type: any Any.Type) -> Locator {
    Locator(.types(types + [type]))
  }

  /// All keys under which this locator is found, primary first.
  package var keys: [LookupKey] { (0..<keyCount).map { key(at: $0) } }

  /// The number of keys under which this locator is found.
  var keyCount: Int {
    switch storage {
    case .types(let types): types.count
    case .keys(let keys): keys.count
    case .type, .name, .value: 1
    }
  }

  /// Returns the key at a position; the same key may come twice.
  package func key(at position: Int) -> LookupKey {
    switch storage {
    case .type(let type): .type(type)
    case .types(let types): .type(types[position])
    case .name(let name): .name(name)
    case .value(let value): .value(value)
    case .keys(let keys): keys[position]
    }
  }

  /// Whether a request for the key finds this locator.
  @inline(never)
  package func matches(_ key: LookupKey) -> Bool {
    switch storage {
    case .types(let types): types.contains { LookupKey.type($0) == key }
    case .keys(let keys): keys.contains(key)
    default: self.key(at: 0) == key
    }
  }
}

extension Locator: Hashable {
  /// Whether both are of one kind and equal; lists of types are equal only in the same order.
  @inline(never)
  package static func == (left: Locator, right: Locator) -> Bool {
    switch (left.storage, right.storage) {
    case (.type(let one), .type(let other)): one == other
    case (.types(let one), .types(let other)):
      one.count == other.count && zip(one, other).allSatisfy { $0 == $1 }
    case (.name(let one), .name(let other)): one == other
    case (.value(let one), .value(let other)): one == other
    case (.keys(let one), .keys(let other)): one == other
    default: false
    }
  }

  /// Feeds the kind and its contents into a hasher.
  package func hash(into hasher: inout Hasher) {
    for position in 0..<keyCount { hasher.combine(key(at: position)) }
  }
}

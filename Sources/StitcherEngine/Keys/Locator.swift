/// The identity of a registered dependency: types, a name, a value, or several of these.
///
/// Types are compared by identity, never by their printed names.
package struct Locator: Sendable {
  /// The kinds of locator.
  package enum Storage: Sendable {
    /// A single type.
    case type(any Any.Type)
    /// A primary type and further types, in order.
    case types([any Any.Type])
    /// A name, compared exactly.
    case name(String)
    /// A hashable value.
    case value(ValueKey)
    /// Several keys of any kind, the primary one first. Values among them have types of the front
    /// end.
    case keys([LookupKey])
  }

  /// The kind of locator, with its contents.
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

  /// Creates a locator with a single type.
  package static func type(_ type: any Any.Type) -> Locator { Locator(.type(type)) }

  /// Creates a locator with a name.
  package static func name(_ name: String) -> Locator { Locator(.name(name)) }

  /// Creates a locator with several keys, the primary one first.
  package static func keys(_ keys: [LookupKey]) -> Locator { Locator(.keys(keys)) }

  /// Creates a locator with a value.
  package static func value<Value: Hashable>(_ value: Value) -> Locator {
    Locator(.value(TypedValueKey(value)))
  }

  /// The types, the primary one first. The array is empty for a name, a value or several keys.
  package var types: [any Any.Type] {
    switch storage {
    case .type(let type): [type]
    case .types(let types): types
    case .name, .value, .keys: []
    }
  }

  /// Returns this locator with another type at the end of its list of types.
  package func adding(_ type: any Any.Type) -> Locator {
    Locator(.types(types + [type]))
  }

  /// The keys of all requests that find this locator, the primary one first.
  package var keys: [LookupKey] { (0..<keyCount).map { key(at: $0) } }

  /// The number of keys in ``keys``.
  var keyCount: Int {
    switch storage {
    case .types(let types): types.count
    case .keys(let keys): keys.count
    case .type, .name, .value: 1
    }
  }

  /// Returns the key at a position of ``keys``. A key may occur more than once.
  package func key(at position: Int) -> LookupKey {
    switch storage {
    case .type(let type): .type(type)
    case .types(let types): .type(types[position])
    case .name(let name): .name(name)
    case .value(let value): .value(value)
    case .keys(let keys): keys[position]
    }
  }

  /// Whether a request for a key finds this locator.
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
  /// Whether both locators have the same kind and equal contents. The order of types matters.
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

  /// Feeds the keys into a hasher.
  package func hash(into hasher: inout Hasher) {
    for position in 0..<keyCount { hasher.combine(key(at: position)) }
  }
}

/// The keys under which a registration is found: types, a name, a value, or several of these.
///
/// Types are compared by identity, never by their printed names. Two locators are equal if their
/// keys are equal, in order.
package struct Locator: Hashable, Sendable {
  /// The primary key.
  package let first: LookupKey

  /// The further keys, in order.
  private let further: [LookupKey]

  /// Creates a locator with several keys, or with one.
  package init(_ first: LookupKey, _ further: [LookupKey] = []) {
    self.first = first.contiguous
    self.further = further
  }

  /// Creates a locator with a single type.
  package static func type(_ type: any Any.Type) -> Locator { Locator(.type(type)) }

  /// Creates a locator with several types, the primary one first.
  package static func types(_ types: [any Any.Type]) -> Locator {
    .keys(types.map { .type($0) })
  }

  /// Creates a locator with a name, which is compared exactly.
  package static func name(_ name: String) -> Locator { Locator(.name(name)) }

  /// Creates a locator with several keys, the primary one first.
  package static func keys(_ keys: [LookupKey]) -> Locator {
    precondition(!keys.isEmpty, "A locator has a key.")
    return Locator(keys[0], Array(keys.dropFirst()))
  }

  /// Creates a locator with a value.
  package static func value<Value: Hashable>(_ value: Value) -> Locator {
    Locator(.value(TypedValueKey(value)))
  }

  /// The types, the primary one first. The array is empty if a key is a name or a value.
  package var types: [any Any.Type] {
    let types = keys.compactMap { if case .type(let type) = $0 { type } else { nil } }
    return types.count == keyCount ? types : []
  }

  /// Returns a locator with one more type at the end of the list of types.
  package func adding(_ type: any Any.Type) -> Locator { .types(types + [type]) }

  /// The keys that find a registration with this locator, the primary one first.
  package var keys: [LookupKey] { further.isEmpty ? [first] : [first] + further }

  /// The number of keys that find a registration with this locator.
  package var keyCount: Int { 1 + further.count }

  /// Returns the key at a position of ``keys``. The same key may be at several positions.
  package func key(at position: Int) -> LookupKey {
    position == 0 ? first : further[position - 1]
  }

  /// Whether a request for a key finds registrations with this locator.
  @inline(never)
  package func matches(_ key: LookupKey) -> Bool { first == key || further.contains(key) }
}

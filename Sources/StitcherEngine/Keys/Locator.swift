/// The list of keys under which lookups find a registration.
///
/// A key is a type, a name or a value.
///
/// Types are compared by identity, never by their printed names. Two locators are equal if their
/// keys are equal, in order.
package struct Locator: Hashable, Sendable {
  /// The primary key of the locator, which is the first one.
  package let first: LookupKey

  /// The keys of the locator after the primary one, in order.
  private let further: [LookupKey]

  /// Creates a locator with a primary key and further keys.
  package init(_ first: LookupKey, _ further: [LookupKey] = []) {
    self.first = first.contiguous
    self.further = further
  }

  /// Creates a locator with the given type as its only key.
  package static func type(_ type: any Any.Type) -> Locator { Locator(.type(type)) }

  /// Creates a locator with the given types as its keys. The first type is the primary key.
  package static func types(_ types: [any Any.Type]) -> Locator { .keys(types.map { .type($0) }) }

  /// Creates a locator with the given name as its only key.
  ///
  /// Names are compared exactly.
  package static func name(_ name: String) -> Locator { Locator(.name(name)) }

  /// Creates a locator with the given keys. The first one is the primary key.
  package static func keys(_ keys: [LookupKey]) -> Locator {
    precondition(!keys.isEmpty, "A locator has a key.")
    return Locator(keys[0], Array(keys.dropFirst()))
  }

  /// Creates a locator with the given hashable value as its only key.
  package static func value<Value: Hashable>(_ value: Value) -> Locator {
    Locator(.value(TypedValueKey(value)))
  }

  /// The types that are the keys of the locator, the primary one first.
  ///
  /// Empty if a key is a name or a value.
  package var types: [any Any.Type] {
    let types = keys.compactMap { if case .type(let type) = $0 { type } else { nil } }
    return types.count == keyCount ? types : []
  }

  /// Returns a locator with this locator's types as keys, followed by the given type.
  package func adding(_ type: any Any.Type) -> Locator { .types(types + [type]) }

  /// All keys of the locator, the primary one first.
  package var keys: [LookupKey] { further.isEmpty ? [first] : [first] + further }

  /// The number of keys of the locator.
  package var keyCount: Int { 1 + further.count }

  /// Returns the locator's key at the given position in ``keys``.
  ///
  /// The same key may be at several positions.
  package func key(at position: Int) -> LookupKey { position == 0 ? first : further[position - 1] }

  /// Whether a lookup for the given key finds registrations with this locator.
  @inline(never)
  package func matches(_ key: LookupKey) -> Bool { first == key || further.contains(key) }
}

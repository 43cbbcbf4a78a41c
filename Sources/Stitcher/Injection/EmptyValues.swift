internal import StitcherEngine

/// Returns whether a value is `nil` or an empty collection. A property does not keep such a value,
/// and injects again at its next read.
///
/// Only the static type is examined: an empty array with the type `any Sequence` does not count as
/// empty.
@usableFromInline
@inline(never)
func isEmptyDependency<Value>(_ value: Value) -> Bool {
  EmptyTypes.contains(Value.self) && isEmpty(value)
}

/// Returns whether a value is `nil` or an empty collection; called only if the type of the value is
/// an optional or a collection.
@inline(never)
private func isEmpty<Value>(_ value: Value) -> Bool {
  if let candidate = value as? any EmptyValueProviding { return candidate.isEmptyValue }
  return (value as? any DependencyContainingCollection)?.isEmpty ?? false
}

/// Returns whether a property of the given type becomes `nil` or empty if nothing is registered.
/// For other types, the injection fails.
func mayBeAbsent<Value>(_ type: Value.Type) -> Bool { type is any EmptyValueProviding.Type }

/// A cache of the types that can have empty values: optionals and collections.
enum EmptyTypes {
  /// A cache of types: a hash table in which a new type replaces an older type at the same index.
  ///
  /// Each word is the address of the type's metadata. The lowest bit is set if the type may have
  /// empty values. A dynamic cast takes about a hundred times as long as a read of the cache.
  private static let known = allocateWords(1 << bits)

  /// The number of bits in an index of the hash table.
  private static let bits = 8

  /// Returns whether the given type is an optional or a collection, so that its values can be `nil`
  /// or empty.
  static func contains<Value>(_ type: Value.Type) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    let hash = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: hash >> UInt64(UInt64.bitWidth - bits))
    let word = known.word(place).load(ordering: .relaxed)
    if word & ~1 == address { return word & 1 != 0 }
    let mayBeEmpty =
      type is any EmptyValueProviding.Type || type is any DependencyContainingCollection.Type
    known.word(place).store(address | (mayBeEmpty ? 1 : 0), ordering: .relaxed)
    return mayBeEmpty
  }
}

/// A type with an empty value, such as `nil`, which a property holds if nothing is registered.
protocol EmptyValueProviding {
  /// The value of a property if nothing is registered, such as `nil`.
  static var emptyValue: Self { get }

  /// Whether this value is equal to the empty value of its type.
  var isEmptyValue: Bool { get }
}

extension Optional: EmptyValueProviding {
  static var emptyValue: Wrapped? { nil }
  var isEmptyValue: Bool {
    guard case .some(let wrapped) = self else { return true }
    return isEmptyDependency(wrapped)
  }
}

extension Array: EmptyValueProviding {
  static var emptyValue: [Element] { [] }
  var isEmptyValue: Bool { isEmpty }
}

extension Set: EmptyValueProviding {
  static var emptyValue: Set<Element> { [] }
  var isEmptyValue: Bool { isEmpty }
}

extension Dictionary: EmptyValueProviding {
  static var emptyValue: [Key: Value] { .init() }
  var isEmptyValue: Bool { isEmpty }
}

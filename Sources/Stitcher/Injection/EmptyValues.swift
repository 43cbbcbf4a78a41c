internal import StitcherEngine

/// Whether a value is nil or an empty collection, so that a property does not keep it.
///
/// What its type says counts: an empty array as `any Sequence` is kept.
@usableFromInline
@inline(never)
func isEmptyDependency<Value>(_ value: Value) -> Bool {
  EmptyTypes.contains(Value.self) && isEmpty(value)
}

/// Whether a value of a type that may be empty is.
@inline(never)
private func isEmpty<Value>(_ value: Value) -> Bool {
  if let candidate = value as? any EmptyValueProviding { return candidate.isEmptyValue }
  return (value as? any DependencyContainingCollection)?.isEmpty ?? false
}

/// Whether a property of a type has a value where nothing is registered: nil, or an empty one.
func mayBeAbsent<Value>(_ type: Value.Type) -> Bool { type is any EmptyValueProviding.Type }

/// The types of values that may be empty.
enum EmptyTypes {
  /// Types that were asked for lately, each at a place of its own or of a few: the address, and
  /// one if it may be empty. To find that out takes a hundred times as long.
  private static let known = AtomicWords(count: 1 << bits)

  /// How many bits of a hash are a place.
  private static let bits = 8

  /// Whether values of a type may be empty.
  static func contains<Value>(_ type: Value.Type) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    let hash = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: hash >> UInt64(UInt64.bitWidth - bits))
    let word = known.load(at: place)
    if word & ~1 == address { return word & 1 != 0 }
    let mayBeEmpty =
      type is any EmptyValueProviding.Type || type is any DependencyContainingCollection.Type
    known.store(address | (mayBeEmpty ? 1 : 0), at: place)
    return mayBeEmpty
  }
}

/// A type with a value that stands for the absence of a dependency.
protocol EmptyValueProviding {
  /// The value that stands for absence.
  static var emptyValue: Self { get }

  /// Whether this is the value that stands for absence.
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
  static var emptyValue: [Key: Value] { [:] }
  var isEmptyValue: Bool { isEmpty }
}

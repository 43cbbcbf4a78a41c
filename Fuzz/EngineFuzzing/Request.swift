import StitcherEngine

/// What is asked for by.
enum Key: Sendable {
  /// A type.
  case type(Kind)
  /// One of the names.
  case name(Int)
  /// One of the values.
  case value(Int)

  /// All names; two of them are equal, though their bytes are not.
  static let names = ["a", "b", "", "\u{E9}", "e\u{301}"]

  /// The key as the engine has it.
  var lookupKey: LookupKey {
    switch self {
    case .type(let kind): .type(kind.type)
    case .name(let name): .name(Self.names[name])
    case .value(let value): Self.lookupKey(Self.hashable(value))
    }
  }

  /// The locator of a value.
  var valueLocator: Locator {
    guard case .value(let value) = self else { return .name("") }
    return Self.locator(Self.hashable(value))
  }

  /// Returns one of the values. Some are equal as `AnyHashable`, and some have one hash value.
  static func hashable(_ number: Int) -> any Hashable {
    switch number {
    case 0: 1
    case 1: 2
    case 2: UInt8(1)
    case 3: 1.0
    case 4: Colliding(number: 0)
    case 5: Colliding(number: 1)
    default: "a"
    }
  }

  /// Returns the key of a value, whose type is known here.
  private static func lookupKey(_ value: some Hashable) -> LookupKey {
    .value(TypedValueKey(value))
  }

  /// Returns the locator of a value, whose type is known here.
  private static func locator(_ value: some Hashable) -> Locator { .value(value) }
}

/// A question to a graph.
struct Request: Sendable {
  /// Which graph is asked.
  var place: Int

  /// What is asked for by.
  var key: Key

  /// As what it is wanted. Of a type's key, the type is.
  var kind: Kind

  /// The number of arguments.
  var arguments = 0

  /// Whether all that there are are asked for.
  var isForAll = false

  /// Whether it may be missing.
  var isOptional = false

  /// The editable registry that gets a registration if there is none.
  var insertion: (shelf: Int, entry: Int)?
}

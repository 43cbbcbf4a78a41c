/// A type of requests.
package enum Kind: Int, CaseIterable, Sendable {
  /// A class.
  case objectA
  /// Another class.
  case objectB
  /// The superclass of both.
  case thing
  /// A protocol of classes, to which both conform.
  case numbering
  /// A protocol to which everything conforms.
  case labeled
  /// A structure.
  case pieceA
  /// Another structure.
  case pieceB
  /// A protocol to which nothing conforms.
  case foreign
}

/// The type that a factory makes, whatever type it declares.
package enum Product: Int, CaseIterable, Sendable {
  /// An object of a class with a hook.
  case objectA
  /// An object of a class without a hook.
  case objectB
  /// A structure of a type with a hook.
  case pieceA
  /// A structure of a type without a hook.
  case pieceB

  /// Whether the product is an object.
  package var isObject: Bool { self == .objectA || self == .objectB }

  /// Whether the type of the product has a hook.
  package var isHooked: Bool { self == .objectA || self == .pieceA }

  /// The types that the product can be cast to, its own type first.
  package var kinds: [Kind] {
    switch self {
    case .objectA: [.objectA, .thing, .numbering, .labeled]
    case .objectB: [.objectB, .thing, .numbering, .labeled]
    case .pieceA: [.pieceA, .labeled]
    case .pieceB: [.pieceB, .labeled]
    }
  }
}

/// A name; two of the names are written differently but equal.
package enum Name: Int, CaseIterable, Sendable {
  /// A letter.
  case plain
  /// The same letter, as a capital.
  case capital
  /// A letter with an accent, as one scalar.
  case composed
  /// The letter with an accent, as two scalars.
  case decomposed

  /// The name as text.
  package var text: String {
    switch self {
    case .plain: "a"
    case .capital: "A"
    case .composed: "\u{E9}"
    case .decomposed: "e\u{301}"
    }
  }

  /// The first name that is equal.
  var canonical: Name { self == .decomposed ? .composed : self }
}

/// A value; some values are equal although their types differ, and some have the same hash.
package enum Value: Int, CaseIterable, Sendable {
  /// The number one.
  case one
  /// The number one as another type.
  case oneAsDouble
  /// The number two.
  case two
  /// The text that is also a name.
  case text
  /// A value with the same hash as another one.
  case colliding
  /// Another value with that hash.
  case collidingToo

  /// The first value that is equal.
  var canonical: Value { self == .oneAsDouble ? .one : self }
}

/// The key of a request.
package enum Key: Hashable, Sendable {
  /// A type.
  case type(Kind)
  /// A name.
  case name(Name)
  /// A value.
  case value(Value)

  /// The kind of the key in statistics.
  var title: String {
    switch self {
    case .type: "type"
    case .name: "name"
    case .value: "value"
    }
  }

  /// The representative of all equal keys.
  var canonical: Key {
    switch self {
    case .type: self
    case .name(let name): .name(name.canonical)
    case .value(let value): .value(value.canonical)
    }
  }
}

/// The locator of a registration.
package enum Found: Hashable, Sendable {
  /// Types, the primary one first.
  case types([Kind])
  /// A name.
  case name(Name)
  /// A value.
  case value(Value)
  /// Several keys, the primary one first.
  case keys([Key])

  /// All keys, the primary one first.
  var keys: [Key] {
    switch self {
    case .types(let kinds): kinds.map { .type($0) }
    case .name(let name): [.name(name.canonical)]
    case .value(let value): [.value(value.canonical)]
    case .keys(let keys): keys.map(\.canonical)
    }
  }

  /// The representative of all equal locators.
  var canonical: Found {
    switch self {
    case .types: self
    case .name(let name): .name(name.canonical)
    case .value(let value): .value(value.canonical)
    case .keys(let keys): .keys(keys.map(\.canonical))
    }
  }
}

/// The types of a factory's parameters, or of the arguments that are passed.
package enum Parameters: Int, CaseIterable, Sendable {
  /// No parameters.
  case none
  /// A number.
  case number
  /// A text.
  case text
  /// A number, then a text.
  case both
}

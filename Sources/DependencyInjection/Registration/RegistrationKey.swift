internal import StitcherEngine

/// The key of a registration: the type of the dependency and the types of the arguments, in order.
struct RegistrationKey: CustomStringConvertible {
  /// The type of the dependency.
  let type: any Any.Type

  /// The static types of the arguments, in the order of the factory's parameters.
  let arguments: [any Any.Type]

  /// The locator by which a registration with this key is stored in a registry.
  ///
  /// With arguments, the locator has a second key, so that the path of a creation distinguishes
  /// registrations of one type.
  var locator: Locator {
    if arguments.isEmpty { return .type(type) }
    return .keys([.type(type), .value(TypedValueKey(ArgumentTypes(types: arguments)))])
  }

  /// A text with the type, and the types of the arguments in parentheses.
  var description: String {
    let name = String(reflecting: type)
    if arguments.isEmpty { return name }
    return "\(name)(\(arguments.map { String(reflecting: $0) }.joined(separator: ", ")))"
  }
}

extension RegistrationKey {
  /// Creates a key from a pack of types.
  init<each Argument>(_ type: any Any.Type, _ arguments: repeat (each Argument).Type) {
    var types: [any Any.Type] = []
    for argument in repeat each arguments { types.append(argument) }
    self.init(type: type, arguments: types)
  }
}

/// The types of arguments, used as a value in a locator.
struct ArgumentTypes: Hashable, Sendable, CustomStringConvertible {
  /// The static types, in the order of the factory's parameters.
  let types: [any Any.Type]

  /// A text with the types, for error messages.
  var description: String {
    "arguments (\(types.map { String(reflecting: $0) }.joined(separator: ", ")))"
  }

  /// Whether both lists contain the same types in the same order.
  static func == (left: Self, right: Self) -> Bool {
    left.types.count == right.types.count && zip(left.types, right.types).allSatisfy { $0 == $1 }
  }

  /// Feeds the types into a hasher.
  func hash(into hasher: inout Hasher) {
    for type in types { hasher.combine(ObjectIdentifier(type)) }
  }
}

extension Locator {
  /// The locator as a key of this module; `nil` if another module created the locator.
  var registrationKey: RegistrationKey? {
    guard case .type(let type) = first else { return nil }
    if keyCount == 1 { return RegistrationKey(type: type, arguments: []) }
    guard keyCount == 2, case .value(let value) = key(at: 1),
      let arguments = value.erased.base as? ArgumentTypes
    else { return nil }
    return RegistrationKey(type: type, arguments: arguments.types)
  }
}

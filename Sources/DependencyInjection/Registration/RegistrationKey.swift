internal import StitcherEngine

/// What a dependency is registered and asked for by: its type and the types of the
/// arguments, in order.
struct RegistrationKey: CustomStringConvertible {
  /// The type of the dependency.
  let type: any Any.Type

  /// The static types of the arguments, in the order in which the factory takes them.
  let arguments: [any Any.Type]

  /// The key as the engine looks it up. What has arguments has a second key, so that the path of
  /// what is being created tells it from other registrations of the type.
  var locator: Locator {
    if arguments.isEmpty { return .type(type) }
    return .keys([.type(type), .value(TypedValueKey(ArgumentTypes(types: arguments)))])
  }

  /// The type alone, or with the arguments' types in parentheses.
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

/// The types of arguments, as a part of a locator.
struct ArgumentTypes: Hashable, Sendable, CustomStringConvertible {
  /// The static types, in the order in which the factory takes them.
  let types: [any Any.Type]

  /// The types, as an error prints them.
  var description: String {
    "arguments (\(types.map { String(reflecting: $0) }.joined(separator: ", ")))"
  }

  /// Whether both are the same types in the same order.
  static func == (left: Self, right: Self) -> Bool {
    left.types.count == right.types.count && zip(left.types, right.types).allSatisfy { $0 == $1 }
  }

  /// Feeds the types into a hasher.
  func hash(into hasher: inout Hasher) {
    for type in types { hasher.combine(ObjectIdentifier(type)) }
  }
}

extension Locator {
  /// What a registration of this module is found by; nil for those of others.
  var registrationKey: RegistrationKey? {
    switch storage {
    case .type(let type): return RegistrationKey(type: type, arguments: [])
    case .keys(let keys):
      guard keys.count == 2, case .type(let type) = keys[0], case .value(let value) = keys[1],
        let arguments = value.erased.base as? ArgumentTypes
      else { return nil }
      return RegistrationKey(type: type, arguments: arguments.types)
    case .types, .name, .value: return nil
    }
  }
}

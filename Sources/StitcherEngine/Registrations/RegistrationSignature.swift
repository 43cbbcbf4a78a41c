/// All that makes registrations equal, whatever their factories do.
struct RegistrationSignature: Sendable {
  /// What the registration is found by.
  let locator: Locator

  /// What tells it apart from those that are like it.
  let identity: RegistrationIdentity

  /// The type that the factory declares to return.
  let producedType: any Any.Type

  /// The types of the factory's parameters.
  let parameterTypes: [any Any.Type]

  /// How long its instance lives, whatever ends its lifetime.
  let scopeKind: Scope.Kind

  /// Whether the instance is made on activation.
  let isEager: Bool
}

extension RegistrationSignature {
  /// Whether the factory takes exactly parameters of those types.
  func takes(_ types: [any Any.Type]) -> Bool {
    parameterTypes.count == types.count
      && (types.isEmpty || zip(parameterTypes, types).allSatisfy { $0 == $1 })
  }
}

extension RegistrationSignature: Equatable {
  /// Whether both describe the same dependency.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  static func == (left: RegistrationSignature, right: RegistrationSignature) -> Bool {
    left.scopeKind == right.scopeKind && left.isEager == right.isEager
      && left.producedType == right.producedType && left.takes(right.parameterTypes)
      && left.identity == right.identity && left.locator == right.locator
  }
}

/// The values that tell similar registrations apart, such as the name of a user.
///
/// Comparing runs the `==` of the values, so it is done outside every lock and read section.
package struct RegistrationIdentity: Hashable, Sendable {
  /// The values, those of outer groups first; empty if nothing identifies the registration.
  package let values: [ValueKey]

  /// No identity.
  package static let none = RegistrationIdentity(values: [])

  /// Creates an identity of values.
  private init(values: [ValueKey]) { self.values = values }

  /// Creates an identity of one value.
  package init(_ value: some Hashable) { values = [TypedValueKey(value)] }

  /// Whether there is none.
  package var isEmpty: Bool { values.isEmpty }

  /// Returns the identity of what has this one and belongs to a group with another one.
  package func within(_ outer: RegistrationIdentity) -> RegistrationIdentity {
    RegistrationIdentity(values: outer.values + values)
  }

  /// The hash, as it was computed when the values were taken; zero if there are none. Runs no
  /// foreign code.
  var storedHash: UInt { values.reduce(0) { ($0 &* 31) ^ $1.hash } }
}

extension RegistrationIdentity: CustomStringConvertible {
  /// The values as errors print them.
  package var description: String { values.map { "\($0.erased)" }.joined(separator: ", ") }
}

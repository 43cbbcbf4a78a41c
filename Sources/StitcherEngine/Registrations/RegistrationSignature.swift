/// The attributes that make two registrations equal.
///
/// Factories are not compared.
struct RegistrationSignature: Equatable, Sendable {
  /// The keys under which lookups find the registration.
  let locator: Locator

  /// The values that distinguish the registration from others with equal keys and types.
  let identity: RegistrationIdentity

  /// The declared return type of the factory.
  let producedType: any Any.Type

  /// The types of the factory's parameters.
  let parameterTypes: [any Any.Type]

  /// The kind of the registration's scope.
  ///
  /// The source that ends a managed lifetime is not compared.
  let scopeKind: Scope.Kind

  /// Whether the registration is eager: an activation of its registry creates the instance at once.
  let isEager: Bool

  /// Whether the factory has parameters of exactly the given types.
  func takes(_ types: [any Any.Type]) -> Bool { parameterTypes.elementsEqual(types, by: ==) }

  /// Whether two registrations with the given signatures describe the same dependency.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  static func == (left: RegistrationSignature, right: RegistrationSignature) -> Bool {
    left.scopeKind == right.scopeKind && left.isEager == right.isEager
      && left.producedType == right.producedType && left.takes(right.parameterTypes)
      && left.identity == right.identity && left.locator == right.locator
  }
}

/// The values that distinguish registrations with equal keys and types, such as the name of a
/// user.
///
/// A comparison runs the `==` of the values, so compare outside every lock and read section.
package struct RegistrationIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The values that make up the identity; empty for most registrations.
  ///
  /// The values of outer groups come first.
  package let values: [ValueKey]

  /// The identity without values, which most registrations have.
  package static let none = RegistrationIdentity(values: [])

  private init(values: [ValueKey]) { self.values = values }

  /// Creates an identity that consists of the given value.
  package init(_ value: some Hashable) { values = [TypedValueKey(value)] }

  /// Whether the identity has no values.
  package var isEmpty: Bool { values.isEmpty }

  /// Returns an identity that consists of the identity of an enclosing group, followed by this
  /// identity.
  package func within(_ outer: RegistrationIdentity) -> RegistrationIdentity {
    RegistrationIdentity(values: outer.values + values)
  }

  /// The values that make up the identity, as errors print them.
  package var description: String { values.map { "\($0.erased)" }.joined(separator: ", ") }
}

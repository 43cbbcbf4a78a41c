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

  /// The kind of scope.
  ///
  /// The source that ends a managed lifetime is not compared.
  let scopeKind: Scope.Kind

  /// Whether an activation of the registry creates the instance at once.
  let isEager: Bool

  /// Whether the factory has parameters of exactly the given types.
  func takes(_ types: [any Any.Type]) -> Bool {
    parameterTypes.elementsEqual(types, by: ==)
  }

  /// Whether both registrations describe the same dependency.
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
package struct RegistrationIdentity: Hashable, Sendable {
  /// The values of the identity; empty if the registration has no identity.
  ///
  /// The values of outer groups come first.
  package let values: [ValueKey]

  /// The identity without values. Most registrations have it.
  package static let none = RegistrationIdentity(values: [])

  private init(values: [ValueKey]) { self.values = values }

  /// Creates an identity that consists of the given value.
  package init(_ value: some Hashable) { values = [TypedValueKey(value)] }

  /// Whether the identity has no values.
  package var isEmpty: Bool { values.isEmpty }

  /// Returns the identity of a declaration inside a group with the given identity.
  package func within(_ outer: RegistrationIdentity) -> RegistrationIdentity {
    RegistrationIdentity(values: outer.values + values)
  }

  /// A hash that combines the stored hashes of the values; zero without values.
  ///
  /// Runs no code of the values.
  var storedHash: UInt { values.reduce(0) { ($0 &* 31) ^ $1.hash } }
}

extension RegistrationIdentity: CustomStringConvertible {
  /// The values of the identity, as errors print them.
  package var description: String { values.map { "\($0.erased)" }.joined(separator: ", ") }
}

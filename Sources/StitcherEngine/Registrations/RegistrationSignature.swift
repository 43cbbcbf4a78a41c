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

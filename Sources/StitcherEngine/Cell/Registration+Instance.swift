extension Registration {
  /// Forgets the instance, so that the next resolution creates one. A creation that is under way ends for those who
  /// wait for it, and is not kept.
  package func forgetInstance() { cellIfPresent?.reset().dispose() }

  /// Publishes a value as the instance, instead of the live one or of one that is being created.
  ///
  /// The factory is not run. The registration has to be stored and to take no parameters.
  ///
  /// - Returns: Whether the value is kept: not if the registration is not in use any more, or has gone out of
  ///   use in one graph and was not asked for since in another one that has it, or if the scope does not keep such a value.
  @discardableResult
  package func setInstance<Value>(_ value: Value) -> Bool {
    precondition(isStored && parameterTypes.isEmpty, "The registration keeps no single instance.")
    guard let instance = TypedInstance(value).kept(by: scope) else { return false }
    while let cell = cell() {
      if let remains = cell.replace(with: instance) {
        remains.dispose()
        return true
      }
      // An equal registration may have handed over its own cell meanwhile.
      if cellIfPresent === cell { return false }
    }
    return false
  }
}

extension Registry {
  /// Forgets the instances of all registrations of an editable registry, as ``Registration/forgetInstance()`` does for one.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances() {
    var remains: [Remains] = []
    for registration in registrations {
      if let rest = registration.cellIfPresent?.reset(), !rest.isEmpty { remains.append(rest) }
    }
    remains.dispose()
  }
}

/// What declared edges prove about a graph, found without running a factory.
package struct Verification: Sendable {
  /// Something that is wrong.
  package struct Problem: Sendable {
    /// What is wrong.
    package enum Kind: Sendable {
      /// Nothing is registered by a key.
      case missing(LookupKey)
      /// Several are registered by a key, and one is wanted.
      case ambiguous(LookupKey, [Registration])
      /// What is registered by a key takes parameters, which a factory that is known to ask for it
      /// does not pass.
      case parameters(LookupKey, [Registration])
      /// It is to be made on activation, which passes no parameters.
      case eagerWithParameters
      /// It needs itself.
      case cycle
      /// It is kept, and needs what is scoped.
      case captive(Registration)
      /// It is registered by a type that it does not conform to, or inherit from.
      case unrelated(any Any.Type)
    }

    /// What is wrong.
    package let kind: Kind

    /// What it is wrong with.
    package let subject: Registration

    /// How it is reached from something that nothing known needs, with the subject; of a cycle, the
    /// cycle; of what is captive, from the subject to that.
    package let path: [Registration]
  }

  /// All problems, in the order of the registrations that they are wrong with.
  package internal(set) var problems: [Problem] = []

  /// The number of registrations.
  package internal(set) var registrationCount = 0

  /// The number of declared edges whose targets are known.
  package internal(set) var provenCount = 0

  /// The number of declared edges to what is declared elsewhere.
  package internal(set) var openCount = 0

  /// The number of registrations whose factories may ask for anything.
  package internal(set) var undeclaredCount = 0

  /// The number of decorators that may ask for anything.
  package internal(set) var undeclaredDecorationCount = 0
}

extension Graph {
  /// Checks what declared edges prove about all that the graph sees.
  ///
  /// Runs the `==` of values, and no factory.
  ///
  /// - Parameter registry: A registry that counts as if it were active in this graph.
  /// - Throws: ``ResolutionFailure`` if the graph, or one of its parents, has ended.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared edges, times the number
  ///   of active registries.
  package func verify(with registry: DeclaredRegistry? = nil) throws -> Verification {
    registry?.refreshAfterOwnChanges()
    refreshAfterOwnChanges()
    try checkHasNotEnded()
    let own = snapshot
    guard let registry, !isActive(registry) else { return own.verify(isOpen: false) }
    return own.adding(ActiveRegistry(registry, owner: nil)).verify(isOpen: false)
  }
}

extension DeclaredRegistry {
  /// Checks what declared edges prove about registries as if they were active together.
  ///
  /// - Parameter isOpen: Whether what is missing may be declared elsewhere.
  package static func verify(_ registries: [DeclaredRegistry], isOpen: Bool) -> Verification {
    var own: [ActiveRegistry] = []
    for registry in registries where !own.contains(where: { $0.registry === registry }) {
      registry.refreshAfterOwnChanges()
      own.append(ActiveRegistry(registry, owner: nil))
    }
    return Snapshot(own: own, parent: nil, isIsolated: false, hasEnded: false)
      .verify(isOpen: isOpen)
  }
}

extension Snapshot {
  /// Checks what declared edges prove.
  ///
  /// - Parameter isOpen: Whether what is missing may be declared elsewhere.
  fileprivate func verify(isOpen: Bool) -> Verification {
    var verifier = Verifier(self, isOpen: isOpen)
    verifier.run()
    return verifier.result
  }
}

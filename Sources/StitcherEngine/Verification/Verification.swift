/// The result of a check of declared dependencies.
///
/// The check runs no factory.
package struct Verification: Sendable {
  /// A problem of one registration, which makes an injection fail, or an instance live too long.
  package struct Problem: Sendable {
    /// The kind of a problem, with the keys or registrations that cause it.
    package enum Kind: Sendable {
      /// The registration needs a dependency for a key that has no registration.
      case missing(LookupKey)
      /// The registration needs exactly one dependency for a key that has several registrations.
      case ambiguous(LookupKey, [Registration])
      /// The factory requests without arguments a dependency that is registered only with
      /// parameters.
      case parameters(LookupKey, [Registration])
      /// The registration is eager although its factory takes parameters.
      ///
      /// An activation passes no parameters.
      case eagerWithParameters
      /// The registration needs its own instance, directly or through other registrations.
      case cycle
      /// The registration's instance would keep a dependency that has a shorter lifetime.
      case captive(Registration)
      /// The registration's instances do not conform to, or inherit from, the type of its key.
      case unrelated(any Any.Type)
    }

    package let kind: Kind

    /// The registration that has the problem.
    package let subject: Registration

    /// The path of registrations that leads to the registration with the problem.
    ///
    /// The path starts at a registration that no other registration is known to need.
    ///
    /// For a cycle, this is the cycle. For a captive dependency, it is the path from the subject to
    /// the dependency.
    package let path: [Registration]
  }

  /// All problems that the verification has found, in the order of their registrations.
  package internal(set) var problems: [Problem] = []

  /// The number of registrations that were checked.
  package internal(set) var registrationCount = 0

  /// The number of declared dependencies that are proven: their requests find what they need.
  package internal(set) var provenCount = 0

  /// The number of declared dependencies that are not registered yet, but may be registered later.
  package internal(set) var openCount = 0

  /// The number of registrations with factories that declare no dependencies.
  ///
  /// Such a factory may inject anything.
  package internal(set) var undeclaredCount = 0

  /// The number of decorators with closures that declare no dependencies.
  ///
  /// Such a closure may inject anything.
  package internal(set) var undeclaredDecorationCount = 0
}

extension Graph {
  /// Checks the declared dependencies of all registrations that the graph sees.
  ///
  /// Runs the `==` of values, and no factory.
  ///
  /// - Parameter registry: A further registry, which is checked as if it were active in this graph.
  /// - Throws: ``ResolutionFailure`` if the graph, or one of its parents, has ended.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared edges, times the number
  ///   of active registries.
  package func verify(with registry: DeclaredRegistry? = nil) throws -> Verification {
    registry?.refreshAfterOwnChanges()
    refreshAfterOwnChanges()
    try checkHasNotEnded()
    let own = snapshot
    guard let registry, !isActive(registry) else { return Verifier(own, isOpen: false).result }
    return Verifier(own.adding(ActiveRegistry(registry, owner: nil)), isOpen: false).result
  }
}

extension DeclaredRegistry {
  /// Checks the declared dependencies of the given registries, as if one graph had activated them
  /// all.
  ///
  /// - Parameter isOpen: Whether a missing registration may be declared elsewhere.
  package static func verify(_ registries: [DeclaredRegistry], isOpen: Bool) -> Verification {
    var own: [ActiveRegistry] = []
    for registry in registries where !own.contains(where: { $0.registry === registry }) {
      registry.refreshAfterOwnChanges()
      own.append(ActiveRegistry(registry, owner: nil))
    }
    return Verifier(Snapshot(own: own), isOpen: isOpen).result
  }
}

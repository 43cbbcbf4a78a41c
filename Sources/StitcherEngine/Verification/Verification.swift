/// The result of a check of declared dependencies, found without running a factory.
package struct Verification: Sendable {
  /// A problem of one registration.
  package struct Problem: Sendable {
    /// The kind of a problem.
    package enum Kind: Sendable {
      /// The registration needs a key without a registration.
      case missing(LookupKey)
      /// The registration needs one dependency of a key with several registrations.
      case ambiguous(LookupKey, [Registration])
      /// The registration needs a key and passes no parameters, but the key's registrations take
      /// some.
      case parameters(LookupKey, [Registration])
      /// The registration is eager and takes parameters, but activation passes none.
      case eagerWithParameters
      /// The registration needs itself, directly or through others.
      case cycle
      /// The registration's instance would hold a dependency with a shorter lifetime.
      case captive(Registration)
      /// The registration has a type to which its instances do not conform, or from which they do
      /// not inherit.
      case unrelated(any Any.Type)
    }

    package let kind: Kind

    /// The registration that has the problem.
    package let subject: Registration

    /// The path to the subject, from a registration that no other one is known to need.
    ///
    /// For a cycle, this is the cycle. For a captive dependency, it is the path from the subject to
    /// the dependency.
    package let path: [Registration]
  }

  /// All problems, in the order of their registrations.
  package internal(set) var problems: [Problem] = []

  /// The number of registrations.
  package internal(set) var registrationCount = 0

  /// The number of declared edges with known targets.
  package internal(set) var provenCount = 0

  /// The number of declared edges with targets that may be declared elsewhere.
  package internal(set) var openCount = 0

  /// The number of registrations with factories that may inject anything.
  package internal(set) var undeclaredCount = 0

  /// The number of decorators with closures that may inject anything.
  package internal(set) var undeclaredDecorationCount = 0
}

extension Graph {
  /// Checks the declared dependencies of all registrations that the graph sees.
  ///
  /// Runs the `==` of values, and no factory.
  ///
  /// - Parameter registry: A registry that is checked as if it were active in this graph.
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
  /// Checks the declared dependencies of registries as if they were active together.
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

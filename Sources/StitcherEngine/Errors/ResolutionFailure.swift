/// Why a key could not be resolved. Front ends turn it into their own error.
package struct ResolutionFailure: Error {
  /// The reasons.
  package enum Reason: Sendable {
    /// No registration has the key and takes the parameters.
    case missing(LookupKey)
    /// More than one registration has the key and takes the parameters.
    case multiple(LookupKey)
    /// The instance is not of the requested type.
    case mismatched(found: any Any.Type, expected: any Any.Type)
    /// The last locator is being created already.
    case cycle([Locator])
    /// A synchronous request met an asynchronous factory, and there is no instance yet.
    case asynchronous(Locator)
    /// A synchronous request met a factory of an actor on which it was not made.
    case isolated(IsolatedFactory)
    /// What is scoped would be held by what is kept for longer.
    case captive(Locator, of: Locator)
    /// A scoped dependency was requested in the graph of the process, which has no scope.
    case scopeRequired(Locator)
    /// The graph has ended, or one that it sees, or the isolated one that it belongs to.
    case ended(EndOfGraph)
  }

  /// The reason.
  package let reason: Reason

  /// Why nobody would get an instance here, in words, whatever is registered; nil if that is not
  /// the reason.
  package var refusal: String? {
    switch reason {
    case .isolated(let factory): "\(factory)"
    case .ended(let end): "\(end)"
    case .mismatched: isolatedConformance
    case .missing, .multiple, .cycle, .asynchronous, .captive, .scopeRequired: nil
    }
  }

  /// What to do, in sentences, if the instance conforms to the requested protocol, but the
  /// conformance is isolated to an actor on which the request was not made; else nil.
  package var isolatedConformance: String? {
    guard case .mismatched(let found, let expected) = reason,
      isConformanceIsolated(of: found, to: expected)
    else { return nil }
    return """
      '\(found)' conforms to '\(expected)' only on an actor, such as the main actor: the conformance is isolated, and \
      the request was made elsewhere. Make the request on that actor, or declare the conformance 'nonisolated'.
      """
  }

  /// Whether the reason is that the isolated graph has ended that the asked one belongs to.
  var isEndOfHost: Bool { if case .ended(let end) = reason { end.isHost } else { false } }

  /// The registrations that are at fault.
  package let registrations: [Registration]

  /// The types of the parameters that were passed.
  package let parameterTypes: [any Any.Type]

  /// What a nearer graph registers for the missing key, if one does.
  package let nearer: Nearer?

  /// A registration of a nearer graph, which the graph that was asked does not see.
  package struct Nearer: Sendable {
    /// The registration.
    package let registration: Registration

    /// The name of the nearer graph, if it has one.
    package let graph: String?

    /// The name of the graph that was asked, if it has one.
    package let asked: String?

    /// The innermost registration on the path whose instance is kept for longer than a graph that
    /// is asked; nil if there is none.
    package let holder: Registration?
  }

  /// The scoped registration of a nearer graph that is missing here, with the registration whose
  /// kept instance would capture it; nil if the failure is another one.
  package var captive: (dependency: Registration, holder: Registration)? {
    guard let nearer, nearer.registration.scope.isScoped, let holder = nearer.holder else {
      return nil
    }
    return (nearer.registration, holder)
  }

  /// Creates a failure.
  package init(
    _ reason: Reason, registrations: [Registration], parameterTypes: [any Any.Type] = [],
    nearer: Nearer? = nil
  ) {
    self.reason = reason
    self.registrations = registrations
    self.parameterTypes = parameterTypes
    self.nearer = nearer
  }
}

/// Casts an instance to the requested type.
///
/// - Throws: A mismatch.
package func cast<Product, Value>(_ product: Product) throws -> Value {
  guard let value = product as? Value else {
    throw ResolutionFailure(
      .mismatched(found: type(of: product as Any), expected: Value.self), registrations: [])
  }
  return value
}

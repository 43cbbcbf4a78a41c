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
    case .missing, .multiple, .mismatched, .cycle, .asynchronous, .captive: nil
    }
  }

  /// Whether the reason is that the isolated graph has ended that the asked one belongs to.
  var isEndOfHost: Bool { if case .ended(let end) = reason { end.isHost } else { false } }

  /// The registrations that are at fault.
  package let registrations: [Registration]

  /// The types of the parameters that were passed.
  package let parameterTypes: [any Any.Type]

  /// What is missing here and scoped in the graph that was asked, with what needs it here and is
  /// kept for longer, if that is so.
  package let captive: Captive?

  /// What is scoped, and what would hold it.
  package struct Captive: Sendable {
    /// What is scoped.
    package let dependency: Registration

    /// What would hold it.
    package let holder: Registration
  }

  /// Creates a failure.
  package init(
    _ reason: Reason, registrations: [Registration], parameterTypes: [any Any.Type] = [],
    captive: Captive? = nil
  ) {
    self.reason = reason
    self.registrations = registrations
    self.parameterTypes = parameterTypes
    self.captive = captive
  }
}

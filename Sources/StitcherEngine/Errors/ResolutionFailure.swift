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
    case ended(GraphHasEnded)
  }

  /// The reason.
  package let reason: Reason

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
  package let nearer: NearerRegistration?

  /// A registration of a nearer graph, which the graph that was asked does not see.
  package struct NearerRegistration: Sendable {
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
    nearer: NearerRegistration? = nil
  ) {
    self.reason = reason
    self.registrations = registrations
    self.parameterTypes = parameterTypes
    self.nearer = nearer
  }
}

/// A factory of an actor that was asked for an instance elsewhere.
package struct IsolatedFactory: Error, CustomStringConvertible {
  /// The type of the actor.
  package let actor: String

  /// What the registration is found by.
  package let locator: Locator

  /// Where it was registered.
  package let location: SourceLocation

  /// What to do about it.
  package var remedy: String {
    """
    Ask for it on '\(actor)'. If its factory needs nothing of that actor, free it where it is registered: \
    without '@\(actor)', as '{ @Sendable … in … }', or as a function or initializer that is 'nonisolated'.
    """
  }

  /// What happened, in a sentence, and what to do.
  package var description: String {
    // A front end whose keys have several parts quotes them itself.
    let key = locator.keys[0].text
    let name = key.contains("'") ? key : "'\(key)'"
    let place = location == .unknown ? "" : ", registered at \(location),"
    return """
      The factory of \(name)\(place) runs on '\(actor)' only, and the request was made elsewhere. \(remedy)
      """
  }
}

/// That a graph has ended, from which nothing can be had any more.
package struct GraphHasEnded: Sendable, CustomStringConvertible {
  /// The name of the graph, if it has one.
  package let name: String?

  /// Whether it is the isolated graph that the asked one belongs to, as a front end's counterpart.
  package let isHost: Bool

  /// Notes which graph has ended.
  package init(name: String?, isHost: Bool = false) {
    self.name = name
    self.isHost = isHost
  }

  /// What happened, in a sentence.
  package var summary: String { "The graph \(name.map { "'\($0)' " } ?? "")has ended." }

  /// What happened, in a sentence, and what to do.
  package var description: String {
    "\(summary) Ask for what is needed before the end, or in a graph that lives longer."
  }
}

extension Graph {
  /// What has ended, the nearest first: a host, the graph itself, or one of its parents; nil if
  /// nothing has.
  package var whatHasEnded: GraphHasEnded? {
    var graph: Graph? = self
    while let current = graph {
      if let host = current.host {
        guard let object = host.object else { return GraphHasEnded(name: host.name, isHost: true) }
        if let end = object.whatHasEnded { return GraphHasEnded(name: end.name, isHost: true) }
      }
      if current.withState({ $0.hasEnded }) { return GraphHasEnded(name: current.name) }
      graph = current.parent
    }
    return nil
  }
}

/// A creation that needs more others within each other than the stack of its thread has room for.
package struct StackExhausted: Error, CustomStringConvertible {
  /// The locator of the outermost creation.
  package let outermost: Locator

  /// The locator of the creation for which the stack has no room.
  package let innermost: Locator

  /// How many creations there are within each other.
  package let depth: Int

  package var description: String {
    """
    The creation of '\(outermost.keys[0].text)' has come to '\(innermost.keys[0].text)' with \(depth) creations within each other, and the stack of \
    this thread is full. If the chain never ends, break it by injecting something later, when it is used. If it is really \
    that long, create it on a thread with a larger stack.
    """
  }
}

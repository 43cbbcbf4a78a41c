/// The reason why a key could not be resolved. Front ends convert it into their own errors.
package struct ResolutionFailure: Error {
  /// The reason of a failure.
  package enum Reason: Sendable {
    /// No registration has the key and takes the parameters.
    case missing(LookupKey)
    /// More than one registration has the key and takes the parameters.
    case multiple(LookupKey)
    /// The instance is not of the requested type.
    case mismatched(found: any Any.Type, expected: any Any.Type)
    /// The instance needs itself. The path ends with a locator that is being created already.
    case cycle([Locator])
    /// The factory is asynchronous, the request is synchronous, and there is no live instance.
    case asynchronous(Locator)
    /// The factory is isolated to an actor, and the synchronous request was made elsewhere.
    case isolated(IsolatedFactory)
    /// A scoped dependency was requested for an instance that may outlive the scope.
    case captive(Locator, of: Locator)
    /// A scoped dependency was requested in the graph of the process, which has no scope.
    case scopeRequired(Locator)
    /// The graph, one of its parents, or its host has ended.
    case ended(GraphEnd)
  }

  package let reason: Reason

  /// The advice if the instance conforms to the protocol on another actor only, or `nil` for any
  /// other failure.
  package var isolatedConformance: String? {
    guard case .mismatched(let found, let expected) = reason,
      isConformanceIsolated(of: found, to: expected)
    else { return nil }
    return """
      '\(found)' conforms to '\(expected)' only on an actor, such as the main actor: the conformance is isolated, and \
      the request was made elsewhere. Make the request on that actor, or declare the conformance 'nonisolated'.
      """
  }

  /// Whether the request went to an object's copy for an isolated graph, and that graph has ended.
  var isEndOfHost: Bool { if case .ended(let end) = reason { end.isHost } else { false } }

  /// The registrations that cause the failure.
  package let registrations: [Registration]

  /// The types of the parameters that were passed.
  package let parameterTypes: [any Any.Type]

  /// A registration for the missing key in a nearer graph, or `nil` if there is none.
  package let nearer: NearerRegistration?

  /// A registration of a nearer graph, which is not visible in the graph that received the request.
  package struct NearerRegistration: Sendable {
    package let registration: Registration

    /// The name of the nearer graph, or `nil` if it has none.
    package let graph: String?

    /// The name of the graph that received the request, or `nil` if it has none.
    package let asked: String?

    /// The innermost registration on the path with an instance that may outlive the requesting
    /// graph.
    ///
    /// The value is `nil` if there is none.
    package let holder: Registration?
  }

  /// The scoped registration of a nearer graph, and the longer-lived registration that would
  /// capture it.
  ///
  /// The value is `nil` if the failure is another one.
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

/// An error for a synchronous request of a factory on the wrong actor.
package struct IsolatedFactory: Error, CustomStringConvertible {
  /// The name of the actor's type.
  package let actor: String

  /// The keys of the registration.
  package let locator: Locator

  /// The place of the registration in the source code.
  package let location: SourceLocation

  /// The sentences that say how to mend the failure.
  package var remedy: String {
    """
    Request it on '\(actor)'. If its factory needs nothing of that actor, register the factory without isolation: remove \
    '@\(actor)', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
    """
  }

  /// The text of the error: the reason, the place and the remedy.
  package var description: String {
    // A front end with keys of several parts quotes them itself.
    let key = locator.keys[0].text
    let name = key.contains("'") ? key : "'\(key)'"
    let place = location == .unknown ? "" : ", registered at \(location),"
    return """
      The factory of \(name)\(place) runs on '\(actor)' only, and the request was made elsewhere. \(remedy)
      """
  }
}

/// The end of a graph, as the reason of a failure.
package struct GraphEnd: Sendable, CustomStringConvertible {
  /// The name of the graph, or `nil` if it has none.
  package let name: String?

  /// Whether the request went to an object's copy for an isolated graph, and that graph has ended.
  package let isHost: Bool

  /// Describes the graph that has ended.
  package init(name: String?, isHost: Bool = false) {
    self.name = name
    self.isHost = isHost
  }

  /// The sentence that says which graph has ended.
  package var summary: String { "The graph \(name.map { "'\($0)' " } ?? "")has ended." }

  /// The sentence that says which graph has ended, and the remedy.
  package var description: String {
    "\(summary) Request the dependency before the graph ends, or in a graph that lives longer."
  }
}

extension Graph {
  /// The nearest ended graph among this graph, its parents and their hosts, or `nil` if none has
  /// ended.
  package var nearestGraphEnd: GraphEnd? {
    var graph: Graph? = self
    while let current = graph {
      if let host = current.host {
        guard let object = host.object else { return GraphEnd(name: host.name, isHost: true) }
        if let end = object.nearestGraphEnd { return GraphEnd(name: end.name, isHost: true) }
      }
      if current.withState({ $0.hasEnded }) { return GraphEnd(name: current.name) }
      graph = current.parent
    }
    return nil
  }
}

/// An error for nested creations that need more room than the stack of their thread has left.
package struct StackExhausted: Error, CustomStringConvertible {
  /// The locator of the outermost creation.
  package let outermost: Locator

  /// The locator of the creation for which the stack has no room.
  package let innermost: Locator

  /// The number of nested creations.
  package let depth: Int

  package var description: String {
    """
    The stack of this thread is full: creating '\(outermost.keys[0].text)' has led to '\(innermost.keys[0].text)' through \(depth) nested \
    creations. If the chain is endless, break it by injecting a dependency lazily, when it is used. If it is finite, create \
    '\(outermost.keys[0].text)' on a thread with a larger stack.
    """
  }
}

/// The error of a request for a key that the engine could not resolve.
///
/// Front ends convert it into their own errors.
package struct ResolutionFailure: Error {
  /// The reason why a request has failed.
  package enum Reason: Sendable {
    /// No registration with the key has parameters that match the request's arguments.
    case missing(LookupKey)
    /// Several registrations with the key have parameters that match the request's arguments.
    case multiple(LookupKey)
    /// The instance does not have the type that was requested.
    case mismatched(found: any Any.Type, expected: any Any.Type)
    /// The requested instance needs itself, directly or through other instances.
    ///
    /// The locators are the path of running factories. The last locator is on the path already.
    case cycle([Locator])
    /// A synchronous request needs a new instance, but the factory is asynchronous.
    case asynchronous(Locator)
    /// A synchronous request was not made on the actor to which the factory is isolated.
    case isolated(IsolatedFactory)
    /// A scoped dependency was requested by an instance that may outlive the scope.
    case captive(Locator, of: Locator)
    /// A scoped dependency was requested in the graph of the process, which has no scope.
    case scopeRequired(Locator)
    /// The graph, one of its parents, or the isolated graph that owns it has ended.
    case ended(GraphEnd)
  }

  package let reason: Reason

  /// Advice for an instance that conforms to the requested protocol only on another actor; `nil`
  /// for all other instances.
  package var isolatedConformance: String? {
    guard case .mismatched(let found, let expected) = reason,
      isConformanceIsolated(of: found, to: expected)
    else { return nil }
    return """
      '\(found)' conforms to '\(expected)' only on an actor, such as the main actor: the conformance is isolated, and \
      the request was made elsewhere. Make the request on that actor, or declare the conformance 'nonisolated'.
      """
  }

  /// Whether the request failed because a *host* has ended.
  ///
  /// A host is an isolated graph that has its own copies of process-wide objects.
  var isEndOfHost: Bool { if case .ended(let end) = reason { end.isHost } else { false } }

  /// The registrations that the failure concerns.
  package let registrations: [Registration]

  /// The types of the arguments that the request has passed.
  package let parameterTypes: [any Any.Type]

  /// A registration for the missing key in a descendant graph; `nil` if there is none.
  ///
  /// The requesting graph does not see registrations of its descendants.
  package let nearer: NearerRegistration?

  /// A registration that the requesting graph does not see, because it is in a descendant graph.
  ///
  /// A graph sees only its own registrations and those of its ancestors.
  package struct NearerRegistration: Sendable {
    package let registration: Registration

    /// The name of the descendant graph; `nil` if it has no name.
    package let graph: String?

    /// The name of the graph that has received the request; `nil` if it has no name.
    package let asked: String?

    /// The registration of the longer-lived instance that requests the dependency; `nil` if there
    /// is none.
    ///
    /// It is the innermost registration on the request's creation path whose instance may outlive
    /// the requesting graph.
    package let holder: Registration?
  }

  /// The registration of a scoped dependency, and the holder: the registration that would capture
  /// its instance.
  ///
  /// The scoped registration belongs to a descendant graph. The holder would live longer than the
  /// captured instance. `nil` for any other failure.
  package var captive: (dependency: Registration, holder: Registration)? {
    guard let nearer, nearer.registration.scope.isScoped, let holder = nearer.holder else {
      return nil
    }
    return (nearer.registration, holder)
  }

  /// Creates a failure from its reason and the registrations that it concerns.
  package init(
    _ reason: Reason, registrations: [Registration] = [], parameterTypes: [any Any.Type] = [],
    nearer: NearerRegistration? = nil
  ) {
    self.reason = reason
    self.registrations = registrations
    self.parameterTypes = parameterTypes
    self.nearer = nearer
  }
}

/// The error of a synchronous request that was not made on the factory's actor.
package struct IsolatedFactory: Error, CustomStringConvertible {
  /// The name of the actor's type.
  package let actor: String

  /// The keys of the registration with the isolated factory.
  package let locator: Locator

  /// The source location of the registration.
  package let location: SourceLocation

  /// The sentences of the error that say how to mend the failure.
  package var remedy: String {
    """
    Request it on '\(actor)'. If its factory needs nothing of that actor, register the factory without isolation: remove \
    '@\(actor)', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
    """
  }

  /// The text of the error: the reason, the source location and the remedy.
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

/// The end of a graph, as the reason for the failure of a request.
package struct GraphEnd: Sendable, CustomStringConvertible {
  /// The name of the ended graph; `nil` if it has no name.
  package let name: String?

  /// Whether the ended graph is the host (the owning isolated graph) of the object that was used.
  package let isHost: Bool

  /// Creates the error which says that the graph with the given name has ended.
  package init(name: String?, isHost: Bool = false) {
    self.name = name
    self.isHost = isHost
  }

  /// The sentence that says which graph has ended.
  package var summary: String { "The graph \(name.map { "'\($0)' " } ?? "")has ended." }

  /// The sentence that says which graph has ended, followed by the remedy.
  package var description: String {
    "\(summary) Request the dependency before the graph ends, or in a graph that ends later."
  }
}

extension Graph {
  /// The end of this graph or of its nearest ended ancestor; `nil` if none of them has ended.
  ///
  /// Isolated graphs that own one of these graphs count, too.
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

/// The error of a creation that is nested so deeply that the thread's stack has too little room.
package struct StackExhausted: Error, CustomStringConvertible {
  /// The keys of the outermost dependency that was being created on the thread's stack.
  package let outermost: Locator

  /// The keys of the innermost dependency, which could not be created.
  ///
  /// The stack has no room for its factory.
  package let innermost: Locator

  /// The number of nested creations on the stack.
  package let depth: Int

  package var description: String {
    """
    The stack of this thread is full: creating '\(outermost.keys[0].text)' has led to '\(innermost.keys[0].text)' through \(depth) nested \
    creations. If the chain is endless, break it by injecting a dependency lazily, when it is used. If it is finite, create \
    '\(outermost.keys[0].text)' on a thread with a larger stack.
    """
  }
}

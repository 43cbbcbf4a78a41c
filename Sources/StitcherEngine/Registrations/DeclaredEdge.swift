/// A declared dependency of a factory, which is known before the factory runs.
package struct DeclaredEdge: Sendable {
  /// The number of dependencies that a request has to return.
  package enum Demand: Sendable {
    /// The request returns exactly one dependency.
    case one
    /// The request returns one dependency, or `nil` if none is registered.
    case oneOrNil
    /// The request returns all dependencies that are registered for the key.
    case all
  }

  /// A request of a factory for the dependencies that are registered for a key.
  package struct Request: Sendable {
    /// The key that the factory requests.
    package let key: LookupKey

    /// The number of dependencies that the request has to return.
    package let demand: Demand

    /// Creates a request for the given key.
    package init(_ key: LookupKey, _ demand: Demand) {
      self.key = key
      self.demand = demand
    }
  }

  /// The alternative requests by which the factory gets this dependency, in the order in which they
  /// are tried.
  ///
  /// Each request is made only if no registration matches the previous one.
  package let requests: [Request]

  /// Whether the dependency is requested lazily, after the factory has returned.
  package let isLazy: Bool

  /// Creates a declared dependency from the requests by which a factory gets it.
  package init(_ requests: [Request], isLazy: Bool = false) {
    self.requests = requests
    self.isLazy = isLazy
  }
}

/// A declared dependency of a factory, which is known before the factory runs.
package struct DeclaredEdge: Sendable {
  /// The number of dependencies that a request returns.
  package enum Demand: Sendable {
    /// The request returns exactly one dependency.
    case one
    /// The request returns one dependency, or `nil` if none is registered.
    case oneOrNil
    /// The request returns all dependencies that are registered for the key.
    case all
  }

  /// A request that a factory makes for a key.
  package struct Request: Sendable {
    /// The key that the factory requests.
    package let key: LookupKey

    /// The number of dependencies that the request returns.
    package let demand: Demand

    /// Creates a request for the given key.
    package init(_ key: LookupKey, _ demand: Demand) {
      self.key = key
      self.demand = demand
    }
  }

  /// The requests that the factory makes, in order.
  ///
  /// Each request is made only if no registration matches the previous one.
  package let requests: [Request]

  /// Whether the request is made after the factory has returned.
  package let isLazy: Bool

  /// Creates a declared dependency.
  package init(_ requests: [Request], isLazy: Bool = false) {
    self.requests = requests
    self.isLazy = isLazy
  }
}

/// A dependency that a factory is known to request.
package struct DeclaredEdge: Sendable {
  /// The number of dependencies that a request expects.
  package enum Demand: Sendable {
    /// Exactly one dependency.
    case one
    /// One dependency, or `nil` if none is registered.
    case oneOrNil
    /// All dependencies of the key.
    case all
  }

  /// A key, and the number of dependencies that are requested with it.
  package struct Request: Sendable {
    /// The key.
    package let key: LookupKey

    /// The number of dependencies that the request expects.
    package let demand: Demand

    /// Creates a request.
    package init(_ key: LookupKey, _ demand: Demand) {
      self.key = key
      self.demand = demand
    }
  }

  /// The requests in order: each one is made if nothing is registered for the one before.
  package let requests: [Request]

  /// Whether the dependency is requested after the factory has returned.
  package let isLazy: Bool

  /// Creates an edge.
  package init(_ requests: [Request], isLazy: Bool = false) {
    self.requests = requests
    self.isLazy = isLazy
  }
}

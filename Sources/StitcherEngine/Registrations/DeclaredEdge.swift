/// A declared dependency of a factory: a request that is known before the factory runs.
package struct DeclaredEdge: Sendable {
  /// The number of dependencies that the result of a request contains.
  package enum Demand: Sendable {
    /// Exactly one dependency.
    case one
    /// One dependency, or `nil` if none is registered.
    case oneOrNil
    /// All dependencies of the key.
    case all
  }

  /// A request of a factory: a key, and the number of dependencies that the result contains.
  package struct Request: Sendable {
    /// The key.
    package let key: LookupKey

    /// The number of dependencies that the result contains.
    package let demand: Demand

    /// Creates a request.
    package init(_ key: LookupKey, _ demand: Demand) {
      self.key = key
      self.demand = demand
    }
  }

  /// The requests in order. Each one is made only if no registration matches the previous one.
  package let requests: [Request]

  /// Whether the request is made after the factory has returned.
  package let isLazy: Bool

  /// Creates a declared dependency.
  package init(_ requests: [Request], isLazy: Bool = false) {
    self.requests = requests
    self.isLazy = isLazy
  }
}

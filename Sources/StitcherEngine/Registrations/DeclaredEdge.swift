/// Something that a factory is known to ask for.
package struct DeclaredEdge: Sendable {
  /// How many dependencies are wanted.
  package enum Demand: Sendable {
    /// One.
    case one
    /// One, or nil.
    case oneOrNil
    /// All that there are.
    case all
  }

  /// A key, and how many of what it finds are wanted.
  package struct Request: Sendable {
    /// The key.
    package let key: LookupKey

    /// How many.
    package let demand: Demand

    /// Asks for a key.
    package init(_ key: LookupKey, _ demand: Demand) {
      self.key = key
      self.demand = demand
    }
  }

  /// What is asked for, in order: the next one if nothing is registered by the one before.
  package let requests: [Request]

  /// Whether it is asked for after the factory has returned.
  package let isLazy: Bool

  /// Creates an edge.
  package init(_ requests: [Request], isLazy: Bool = false) {
    self.requests = requests
    self.isLazy = isLazy
  }
}

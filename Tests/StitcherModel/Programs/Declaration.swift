/// How long an instance lives.
package enum Lifespan: Hashable, Sendable {
  /// For one injection.
  case instance
  /// As long as somebody holds it.
  case shared
  /// Until the registration goes.
  case singleton
  /// Until the lifetime with that number ends.
  case managed(Int)

  /// What figures call it.
  var title: String {
    switch self {
    case .instance: "instance"
    case .shared: "shared"
    case .singleton: "singleton"
    case .managed: "managed"
    }
  }

  /// The case as a number.
  var rank: Int {
    switch self {
    case .instance: 0
    case .shared: 1
    case .singleton: 2
    case .managed: 3
    }
  }
}

/// A request.
package struct Ask: Hashable, Sendable {
  /// How many dependencies are wanted.
  package enum Shape: Int, CaseIterable, Sendable {
    /// Exactly one.
    case one
    /// One, or none; by type only.
    case optional
    /// All; by type only.
    case all
  }

  /// What is asked for.
  package var key: Key
  /// The type of the result; by type it is that type.
  package var kind: Kind
  /// How many are wanted.
  package var shape: Shape
  /// The arguments that are passed.
  package var parameters: Parameters

  /// Creates a request for one type, in any shape.
  package static func type(
    _ kind: Kind, _ shape: Shape = .one, _ parameters: Parameters = .none
  ) -> Ask {
    Ask(key: .type(kind), kind: kind, shape: shape, parameters: parameters)
  }

  /// Creates a request by name.
  package static func name(
    _ name: Name, as kind: Kind, _ parameters: Parameters = .none
  ) -> Ask {
    Ask(key: .name(name), kind: kind, shape: .one, parameters: parameters)
  }

  /// Creates a request by value.
  package static func value(
    _ value: Value, as kind: Kind, _ parameters: Parameters = .none
  ) -> Ask {
    Ask(key: .value(value), kind: kind, shape: .one, parameters: parameters)
  }
}

/// What a factory does before it makes its instance.
package enum Deed: Hashable, Sendable {
  /// Asks for dependencies, which the instance may hold, and of which a failure may be ignored.
  case need(Ask, keeps: Bool, recovers: Bool)
  /// Changes the graph.
  case change(Change)
}

/// A dependency that programs can register.
package struct Declaration: Hashable, Sendable {
  /// What it is found by.
  package var found: Found
  /// The type that the factory declares.
  package var declared: Kind
  /// What the factory makes.
  package var product: Product
  /// What the factory takes.
  package var parameters: Parameters
  /// How long the instance lives.
  package var lifespan: Lifespan
  /// Whether it is made on activation.
  package var isEager: Bool
  /// What the factory does.
  package var deeds: [Deed]

  /// Creates a declaration.
  package init(
    _ found: Found, as declared: Kind? = nil, makes product: Product,
    takes parameters: Parameters = .none, _ lifespan: Lifespan = .instance, isEager: Bool = false,
    deeds: [Deed] = []
  ) {
    self.found = found
    self.declared = declared ?? product.kinds[0]
    self.product = product
    self.parameters = parameters
    self.lifespan = lifespan
    self.isEager = isEager
    self.deeds = deeds
  }

  /// What makes two registrations of container's the same dependency.
  struct Identity: Hashable {
    let found: Found
    let declared: Kind
    let parameters: Parameters
    let rank: Int
    let isEager: Bool
  }

  /// What the declaration has in common with equal ones.
  var identity: Identity {
    Identity(
      found: found.canonical, declared: declared, parameters: parameters, rank: lifespan.rank,
      isEager: isEager)
  }

  /// Whether the scope keeps instances.
  var isStored: Bool { lifespan.rank != 0 }

  /// Whether a container that has this declaration leaves another one out.
  func supersedes(_ other: Declaration) -> Bool {
    switch found {
    case .name, .value:
      found.canonical == other.found.canonical && parameters == other.parameters
    case .types, .keys: identity == other.identity
    }
  }
}

/// The scope of an instance.
package enum Lifespan: Hashable, Sendable {
  /// One instance for each injection.
  case instance
  /// As long as a strong reference exists.
  case shared
  /// Until the registration is removed.
  case singleton
  /// Until the lifetime with this number ends.
  case managed(Int)

  /// The name of the scope in statistics.
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
  /// The number of requested dependencies.
  package enum Shape: Int, CaseIterable, Sendable {
    /// Exactly one.
    case one
    /// One or none; by type only.
    case optional
    /// All; by type only.
    case all
  }

  /// The requested key.
  package var key: Key
  /// The requested type; it is the key if the request is by type.
  package var kind: Kind
  /// The number of requested dependencies.
  package var shape: Shape
  /// The types of the passed arguments.
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

/// An action of a factory before it makes its instance.
package enum Deed: Hashable, Sendable {
  /// Resolves dependencies, which the instance may hold; the factory may ignore a failure.
  case need(Ask, keeps: Bool, recovers: Bool)
  /// Changes the graph.
  case change(Change)
}

/// A dependency that a program can register.
package struct Declaration: Hashable, Sendable {
  /// The locator of the dependency.
  package var found: Found
  /// The type that the factory declares.
  package var declared: Kind
  /// The type that the factory actually makes.
  package var product: Product
  /// The types of the factory's parameters.
  package var parameters: Parameters
  /// The scope of the instance.
  package var lifespan: Lifespan
  /// Whether an activation creates the instance.
  package var isEager: Bool
  /// The actions of the factory.
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

  /// The properties by which a container considers two registrations equal.
  struct Identity: Hashable {
    let found: Found
    let declared: Kind
    let parameters: Parameters
    let rank: Int
    let isEager: Bool
  }

  /// The properties by which declarations are equal.
  var identity: Identity {
    Identity(
      found: found.canonical, declared: declared, parameters: parameters, rank: lifespan.rank,
      isEager: isEager)
  }

  /// Whether the scope keeps instances.
  var isStored: Bool { lifespan.rank != 0 }

  /// Whether a container with this declaration omits another one.
  func supersedes(_ other: Declaration) -> Bool {
    switch found {
    case .name, .value:
      found.canonical == other.found.canonical && parameters == other.parameters
    case .types, .keys: identity == other.identity
    }
  }
}

internal import StitcherEngine

extension DependencyGraph {
  /// Calls a closure with all registrations of the current graph, so that the closure can check
  /// rules of your own.
  ///
  /// Use `validate` for rules of your own, such as "exactly one engine". Use
  /// ``verify()-swift.type.method`` to check that the known dependencies of all factories are
  /// registered.
  ///
  /// ```swift
  /// try DependencyGraph.validate { registrations in
  ///   try registrations.withMatches(where: { $0.isLocatedBy(type: Engine.self) }) { engines in
  ///     if engines.count != 1 { throw SetupError.engines(engines.count) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter validator: The closure, which is called once, with the registrations that an
  ///   injection would find now.
  /// - Throws: The error of the closure.
  /// - Complexity: O(*n* × *c*) in the number of registrations and the number of active containers.
  public static func validate(
    using validator: (DependencyRegistrarProjection) throws -> Void
  ) rethrows {
    try current.validate(using: validator)
  }

  /// Calls a closure with all registrations of this graph and its parents, so that the closure can
  /// check rules of your own.
  ///
  /// Use `validate` for rules of your own, such as "exactly one engine". Use
  /// ``verify()-swift.method`` to check that the known dependencies of all factories are
  /// registered.
  ///
  /// - Parameter validator: The closure, which is called once, with the registrations that an
  ///   injection would find now.
  /// - Throws: The error of the closure.
  /// - Complexity: O(*n* × *c*) in the number of registrations and the number of active containers.
  public func validate(
    using validator: (DependencyRegistrarProjection) throws -> Void
  ) rethrows {
    try validator(
      DependencyRegistrarProjection(
        registrations: graph.registrations.map(DependencyRegistrationProjection.init),
        dropped: graph.droppedRegistrations.map(\.description),
        decorators: graph.decorations.map(\.summary)))
  }

  /// A snapshot of the registrations in the active containers of a graph.
  public struct DependencyRegistrarProjection: Sendable {
    /// The registrations in the active containers, in the order of activation, then of declaration.
    /// Equal registrations appear once.
    public let registrations: [DependencyRegistrationProjection]

    /// A text for each registration without effect: the registration, the equal registration that
    /// the graph uses instead, their source locations, and a remedy. The registration in use
    /// belongs to the same container, or to a container that was activated earlier.
    public let dropped: [String]

    /// A text for each decorator: its type, key and source location. Decorators of the same key are
    /// in the order in which they wrap an instance, the innermost first.
    public let decorators: [String]

    /// The number of registrations in the snapshot.
    public var count: Int { registrations.count }

    /// Whether the snapshot contains no registrations.
    public var isEmpty: Bool { registrations.isEmpty }

    /// Returns the registrations that satisfy the given condition.
    ///
    /// - Parameter predicate: The condition.
    public func matches(
      where predicate: (DependencyRegistrationProjection) -> Bool
    ) -> [DependencyRegistrationProjection] {
      registrations.filter(predicate)
    }

    /// Calls a closure with the registrations that satisfy the given condition, even if there are
    /// none.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - validation: The closure.
    /// - Throws: The error of the closure.
    public func withMatches(
      where predicate: (DependencyRegistrationProjection) -> Bool,
      perform validation: ([DependencyRegistrationProjection]) throws -> Void
    ) rethrows {
      try validation(matches(where: predicate))
    }

    /// Calls a closure with the first of the registrations that satisfy the given condition, or
    /// with `nil`.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - validation: The closure.
    /// - Throws: The error of the closure.
    public func withFirstMatch(
      where predicate: (DependencyRegistrationProjection) -> Bool,
      perform validation: (DependencyRegistrationProjection?) throws -> Void
    ) rethrows {
      try validation(registrations.first(where: predicate))
    }
  }

  /// A registration of an active container, as rules of your own see it.
  public struct DependencyRegistrationProjection: Sendable {
    /// The key of the dependency: a type, a name or a value.
    public let locator: DependencyLocator

    /// The scope, which decides how long the graph keeps the instance.
    public let scope: DependencyScope

    /// Whether the graph creates the instance at the activation of the container, or at the first
    /// injection.
    public let eagerness: DependencyEagerness

    /// The ids that distinguish the registration from similar ones: those of its groups, from the
    /// outermost to the innermost, then its own.
    package let identity: DependencyIdentity?

    /// Creates the public description of a registration of the engine.
    fileprivate init(_ registration: Registration) {
      locator = DependencyLocator(registration.locator)
      scope = DependencyScope(registration.scope)
      eagerness = registration.isEager ? .eager : .lazy
      identity = DependencyIdentity(registration.identity)
    }

    /// Returns whether the dependency, or a group that contains it, has the given id.
    ///
    /// - Parameter id: The id.
    public func isIdentified(by id: some Hashable) -> Bool {
      identity?.base.values.contains(TypedValueKey(id)) ?? false
    }

    /// Returns whether the dependency can be injected by the given name.
    ///
    /// - Parameter name: The name.
    public func isLocatedBy(name: String) -> Bool { locator.base.matches(.name(name)) }

    /// Returns whether the dependency can be injected by the given type.
    ///
    /// - Parameter type: The type.
    public func isLocatedBy<T>(type: T.Type) -> Bool { locator.base.matches(.type(type)) }

    /// Returns whether the dependency can be injected by the given value.
    ///
    /// - Parameter value: The value.
    public func isLocatedBy<V: Hashable>(value: V) -> Bool {
      locator.base.matches(.value(TypedValueKey(value)))
    }
  }
}

internal import StitcherEngine

extension DependencyGraph {
  /// Calls a closure with all registrations of the current graph, as an injection would find them
  /// now.
  ///
  /// ```swift
  /// try DependencyGraph.validate { registrations in
  ///   try registrations.withMatches(where: { $0.isLocatedBy(type: Engine.self) }) { engines in
  ///     if engines.count != 1 { throw SetupError.engines(engines.count) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter validator: The closure; it is called once.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*n* × *c*) in the number of registrations and that of active containers.
  public static func validate(
    using validator: (DependencyRegistrarProjection) throws -> Void
  ) rethrows {
    try current.validate(using: validator)
  }

  /// Calls a closure with all registrations of this graph and its parents, as an injection from it
  /// would find them now.
  ///
  /// - Parameter validator: The closure; it is called once.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*n* × *c*) in the number of registrations and that of active containers.
  public func validate(
    using validator: (DependencyRegistrarProjection) throws -> Void
  ) rethrows {
    try validator(
      DependencyRegistrarProjection(
        registrations: graph.registrations.map(DependencyRegistrationProjection.init),
        dropped: graph.droppedRegistrations.map(DroppedRegistrationProjection.init),
        decorators: graph.decorations.map(DecoratorProjection.init)))
  }

  /// The registrations of the active containers at one moment.
  public struct DependencyRegistrarProjection: Sendable {
    /// The registrations in order of activation, then of declaration; equal ones once.
    public let registrations: [DependencyRegistrationProjection]

    /// The registrations that do not count, since an equal one of the same container, or of one
    /// that was activated earlier, does.
    public let dropped: [DroppedRegistrationProjection]

    /// The decorators, in the order in which those of one key are applied: the innermost first.
    public let decorators: [DecoratorProjection]

    /// The number of registrations.
    public var count: Int { registrations.count }

    /// Whether there are no registrations.
    public var isEmpty: Bool { registrations.isEmpty }

    /// Returns the registrations that a condition holds for.
    ///
    /// - Parameter predicate: The condition.
    public func matches(
      where predicate: (DependencyRegistrationProjection) -> Bool
    ) -> [DependencyRegistrationProjection] {
      registrations.filter(predicate)
    }

    /// Calls a closure with the registrations that a condition holds for, if only with none.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - validation: The closure.
    /// - Throws: What the closure throws.
    public func withMatches(
      where predicate: (DependencyRegistrationProjection) -> Bool,
      perform validation: ([DependencyRegistrationProjection]) throws -> Void
    ) rethrows {
      try validation(matches(where: predicate))
    }

    /// Calls a closure with the first registration that a condition holds for, or with nil.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - validation: The closure.
    /// - Throws: What the closure throws.
    public func withFirstMatch(
      where predicate: (DependencyRegistrationProjection) -> Bool,
      perform validation: (DependencyRegistrationProjection?) throws -> Void
    ) rethrows {
      try validation(registrations.first(where: predicate))
    }
  }

  /// A registration of an active container that does not count, since an equal one does.
  public struct DroppedRegistrationProjection: Sendable, CustomStringConvertible {
    /// The registration that does not count.
    public let registration: DependencyRegistrationProjection

    /// The one that does.
    public let kept: DependencyRegistrationProjection

    /// Both, their places, and what to do.
    public let description: String

    /// Describes what the engine has left out.
    fileprivate init(_ dropped: DroppedRegistration) {
      registration = DependencyRegistrationProjection(dropped.registration)
      kept = DependencyRegistrationProjection(dropped.kept)
      description = dropped.description
    }
  }

  /// A decorator of an active container.
  public struct DecoratorProjection: Sendable, CustomStringConvertible {
    /// What finds the dependencies that it decorates.
    public let locator: DependencyLocator

    /// Where it is written, such as `App/Services.swift:12`.
    public let place: String

    /// The type that it takes and returns, what finds it if that is not the type, and the place.
    public let description: String

    /// Describes a decoration of the engine.
    fileprivate init(_ decoration: any Decoration) {
      locator =
        switch decoration.key {
        case .type(let type): DependencyLocator(.type(type))
        case .name(let name): .name(name)
        case .value(let value): DependencyLocator(Locator(.value(value)))
        }
      place = decoration.location.description
      description = decoration.summary
    }

    /// Whether the decorator is one of what a registration makes: whether its key finds that.
    ///
    /// - Parameter registration: The registration.
    public func decorates(_ registration: DependencyRegistrationProjection) -> Bool {
      locator.base.keys.contains { registration.locator.base.matches($0) }
    }
  }

  /// A registration of an active container.
  public struct DependencyRegistrationProjection: Sendable {
    /// What the dependency is found by.
    public let locator: DependencyLocator

    /// How long its instance is kept.
    public let scope: DependencyScope

    /// Whether its instance is made on activation.
    public let eagerness: DependencyEagerness

    /// What tells it apart from those that are like it: its ids, those of outer groups first.
    public let identity: DependencyIdentity?

    /// Describes a registration of the engine.
    fileprivate init(_ registration: Registration) {
      locator = DependencyLocator(registration.locator)
      scope = DependencyScope(registration.scope)
      eagerness = registration.isEager ? .eager : .lazy
      identity = DependencyIdentity(registration.identity)
    }

    /// Whether the dependency, or a group that it belongs to, has an id.
    ///
    /// - Parameter id: The id.
    public func isIdentified(by id: some Hashable) -> Bool {
      identity?.base.values.contains(TypedValueKey(id)) ?? false
    }

    /// Whether a name finds the dependency.
    ///
    /// - Parameter name: The name.
    public func isLocatedBy(name: String) -> Bool { locator.base.matches(.name(name)) }

    /// Whether a type finds the dependency.
    ///
    /// - Parameter type: The type.
    public func isLocatedBy<T>(type: T.Type) -> Bool { locator.base.matches(.type(type)) }

    /// Whether a value finds the dependency.
    ///
    /// - Parameter value: The value.
    public func isLocatedBy<V: Hashable>(value: V) -> Bool {
      locator.base.matches(.value(TypedValueKey(value)))
    }
  }
}

internal import StitcherEngine

/// Several dependencies, which can be turned on and off together.
///
/// ```swift
/// DependencyGroup {
///   MotionDetector()
/// }
/// .enabled(system.hasGyroscope)
/// ```
///
/// The closure runs each time the surrounding container is built, if the group is enabled.
///
/// A group can also say whose its dependencies are, so that those of another one are others:
///
/// ```swift
/// // Not 'if let': the user tells one's basket from another's.
/// DependencyGroup(for: session.user) { user in
///   Dependency { Basket(of: user) }
///     .scope(.singleton)
/// }
/// ```
public struct DependencyGroup: DependencyGroupRepresenting {
  /// The block of the group; runs at each build of the container around it.
  private let build: () -> DependenciesRegistrar

  /// What tells its dependencies apart from those that are like them.
  private let identity: RegistrationIdentity

  /// Whether the block runs at all.
  private var isEnabled = true

  /// Creates a group, which is enabled.
  ///
  /// - Parameter dependencies: Builds the group's registrations.
  public init(@DependencyRegistrarBuilder dependencies: @escaping () -> DependenciesRegistrar) {
    build = dependencies
    identity = .none
  }

  /// Creates a group, which is enabled, whose dependencies are those of somebody or something.
  ///
  /// The id is a part of what makes registrations equal, as ``Dependency/id(_:)`` says. It counts
  /// for all dependencies of the group, also those of groups in it, together with their own ids.
  ///
  /// ```swift
  /// // A rebuilt container keeps instances of equal registrations: the id tells servers apart.
  /// DependencyGroup(id: settings.server) {
  ///   Dependency { [url = settings.server] in Client(at: url) }
  ///     .scope(.singleton)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The value; see ``DependencyIdentity/init(_:)``.
  ///   - dependencies: Builds the group's registrations.
  public init(
    id: some Hashable,
    @DependencyRegistrarBuilder dependencies: @escaping () -> DependenciesRegistrar
  ) {
    build = dependencies
    identity = RegistrationIdentity(id)
  }

  /// Creates a group of dependencies that are there for a value only: those of who is signed in.
  ///
  /// The value is their id, as in ``init(id:dependencies:)``: with an equal one they keep their
  /// instances, with another one they get new ones, and without one they are not there.
  ///
  /// - Parameters:
  ///   - value: The value; see ``DependencyIdentity/init(_:)``. Nil if there is none.
  ///   - dependencies: Builds the group's registrations, given the value.
  public init<Value: Hashable>(
    for value: Value?,
    @DependencyRegistrarBuilder dependencies: @escaping (Value) -> DependenciesRegistrar
  ) {
    build = { value.map(dependencies) ?? [] }
    identity = value.map { RegistrationIdentity($0) } ?? .none
  }

  /// Turns the group on or off. The last call counts.
  ///
  /// - Parameter enabled: Whether the container takes the group's dependencies.
  /// - Returns: A copy of the group.
  public func enabled(_ enabled: Bool) -> DependencyGroup {
    var group = self
    group.isEnabled = enabled
    return group
  }

  /// Returns the group's registrations, or none if it is disabled.
  public func dependencies() -> DependenciesRegistrar {
    isEnabled ? build().within(identity) : []
  }
}

/// A custom group of dependencies, which can stand as a statement in a container.
///
/// ```swift
/// struct Notebooks: DependencyGroupRepresenting {
///   var titles: [String]
///
///   @DependencyRegistrarBuilder func dependencies() -> DependenciesRegistrar {
///     for title in titles {
///       Dependency(named: title) { Notebook(title: title) }
///     }
///   }
/// }
/// ```
public protocol DependencyGroupRepresenting {
  /// Returns the group's registrations.
  func dependencies() -> DependenciesRegistrar
}

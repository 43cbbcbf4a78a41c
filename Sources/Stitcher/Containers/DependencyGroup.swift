internal import StitcherEngine

/// A group of dependencies in a container that can be enabled and disabled together.
///
/// ```swift
/// DependencyGroup {
///   MotionDetector()
/// }
/// .enabled(system.hasGyroscope)
/// ```
///
/// The closure runs at each build of the surrounding container, if the group is enabled.
///
/// A group can also have an id, such as the current user. If the id changes, the group's
/// dependencies are different ones, with new instances:
///
/// ```swift
/// // Not 'if let': the user tells one's basket from another's.
/// DependencyGroup(for: session.user) { user in
///   Dependency { Basket(of: user) }
///     .scope(.singleton)
/// }
/// ```
public struct DependencyGroup: DependencyGroupRepresenting {
  /// The closure of the group, which runs at each build of the surrounding container.
  private let build: () -> DependenciesRegistrar

  /// The identity of the group, which distinguishes its registrations from those of similar groups.
  private let identity: RegistrationIdentity

  /// Whether the group is enabled. The closure of a disabled group does not run.
  private var isEnabled = true

  /// Creates an enabled group of dependencies.
  ///
  /// - Parameter dependencies: The closure that builds the group's registrations.
  public init(@DependencyRegistrarBuilder dependencies: @escaping () -> DependenciesRegistrar) {
    build = dependencies
    identity = .none
  }

  /// Creates an enabled group of dependencies with an id, such as the user or the server that they
  /// belong to.
  ///
  /// Registrations with different ids are different dependencies, as ``Dependency/id(_:)``
  /// describes. The id applies to all dependencies of the group and its nested groups, in addition
  /// to their own ids.
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
  ///   - id: The id; see ``DependencyIdentity/init(_:)``.
  ///   - dependencies: The closure that builds the group's registrations.
  public init(
    id: some Hashable,
    @DependencyRegistrarBuilder dependencies: @escaping () -> DependenciesRegistrar
  ) {
    build = dependencies
    identity = RegistrationIdentity(id)
  }

  /// Creates an enabled group of dependencies for an optional value, such as the current user; if
  /// the value is `nil`, the group is empty.
  ///
  /// The value is the id of the dependencies, as in ``init(id:dependencies:)``. An equal value
  /// keeps the instances. Another value leads to new instances.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` for an empty group; see ``DependencyIdentity/init(_:)``.
  ///   - dependencies: The closure that builds the group's registrations from the value.
  public init<Value: Hashable>(
    for value: Value?,
    @DependencyRegistrarBuilder dependencies: @escaping (Value) -> DependenciesRegistrar
  ) {
    build = { value.map(dependencies) ?? [] }
    identity = value.map { RegistrationIdentity($0) } ?? .none
  }

  /// Enables or disables the group of dependencies; if called several times, the last call takes
  /// effect.
  ///
  /// - Parameter enabled: Whether the container includes the group's dependencies.
  /// - Returns: A copy of the group.
  public func enabled(_ enabled: Bool) -> DependencyGroup {
    var group = self
    group.isEnabled = enabled
    return group
  }

  /// Returns the group's registrations, or no registrations if the group is disabled.
  public func dependencies() -> DependenciesRegistrar {
    isEnabled ? build().within(identity) : []
  }
}

/// A type that represents a group of dependencies, and can be written as a statement in a
/// container.
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

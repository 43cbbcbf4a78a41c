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
public struct DependencyGroup: DependencyGroupRepresenting {
  /// The block of the group; runs at each build of the container around it.
  private let build: () -> DependenciesRegistrar

  /// Whether the block runs at all.
  private var isEnabled = true

  /// Creates a group, which is enabled.
  ///
  /// - Parameter dependencies: Builds the group's registrations.
  public init(@DependencyRegistrarBuilder dependencies: @escaping () -> DependenciesRegistrar) {
    build = dependencies
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
  public func dependencies() -> DependenciesRegistrar { isEnabled ? build() : [] }
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

extension DependencyRegistrant {
  /// Registers a value as the dependency of a ``Stitchable`` type, for all later reads.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  @MainActor
  public func register<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type, dependency: Dependency
  ) {
    stitchable.register(dependency: dependency)
  }
}

extension DependencyResolver {
  /// Returns the dependency of a ``Stitchable`` type: the application's instance, or a new one,
  /// depending on the scope.
  ///
  /// - Parameter stitchable: The type.
  /// - Returns: The dependency.
  /// - Complexity: O(1), plus the creation of a new instance.
  @MainActor
  public func resolve<Dependency>(_ stitchable: any Stitchable<Dependency>.Type) -> Dependency {
    stitchable.resolve()
  }

  /// Returns the dependency of a ``Stitchable`` type: the application's instance, or a new one,
  /// depending on the scope.
  ///
  /// - Parameter stitchable: The type.
  /// - Returns: The dependency.
  /// - Complexity: O(1), plus the creation of a new instance.
  @MainActor
  public static func resolve<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type
  ) -> Dependency {
    stitchable.resolve()
  }
}

extension DependencyMocker {
  /// Registers a mock for a ``Stitchable`` type, for all later reads.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  @MainActor
  public func mock<Dependency>(_ stitchable: any Stitchable<Dependency>.Type, mock: Dependency) {
    stitchable.register(dependency: mock)
  }

  /// Registers a mock for a ``Stitchable`` type, for all later reads.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  @MainActor
  public static func mock<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
  ) {
    stitchable.register(dependency: mock)
  }
}

extension DependencyRegistrant {
  /// Makes a value what is injected for a type from now on.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  @MainActor
  public func register<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type, dependency: Dependency
  ) {
    stitchable.register(dependency: dependency)
  }
}

extension DependencyResolver {
  /// Returns what is injected for a type: the application's instance, or, by its scope, a new one.
  ///
  /// - Parameter stitchable: The type.
  /// - Returns: The dependency.
  /// - Complexity: O(1), plus what it takes to make a new instance.
  @MainActor
  public func resolve<Dependency>(_ stitchable: any Stitchable<Dependency>.Type) -> Dependency {
    stitchable.resolve()
  }

  /// Returns what is injected for a type: the application's instance, or, by its scope, a new one.
  ///
  /// - Parameter stitchable: The type.
  /// - Returns: The dependency.
  /// - Complexity: O(1), plus what it takes to make a new instance.
  @MainActor
  public static func resolve<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type
  ) -> Dependency {
    stitchable.resolve()
  }
}

extension DependencyMocker {
  /// Makes a mock what is injected for a type from now on.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  @MainActor
  public func mock<Dependency>(_ stitchable: any Stitchable<Dependency>.Type, mock: Dependency) {
    stitchable.register(dependency: mock)
  }

  /// Makes a mock what is injected for a type from now on.
  ///
  /// - Parameters:
  ///   - stitchable: The type.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  @MainActor
  public static func mock<Dependency>(
    _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
  ) {
    stitchable.register(dependency: mock)
  }
}

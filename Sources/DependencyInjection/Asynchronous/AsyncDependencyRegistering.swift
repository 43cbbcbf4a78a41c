/// A type that registers dependencies with asynchronous factories.
///
/// The convenience methods all call the two requirements.
public protocol AsyncDependencyRegistering {
  /// A closure that creates a dependency, and resolves its needs from the resolver that it
  /// receives.
  ///
  /// The resolver is `Sendable`, so a factory may resolve several dependencies concurrently with
  /// `async let`.
  typealias Factory<Dependency: Sendable> =
    @Sendable @isolated(any) (any AsyncDependencyResolving & Sendable) async -> Dependency

  /// A closure that creates a dependency from arguments, which each resolution passes.
  typealias FactoryWithArguments<Dependency: Sendable, each Argument: Sendable> =
    @Sendable @isolated(any) (
      any AsyncDependencyResolving & Sendable, repeat each Argument
    ) async -> Dependency

  /// Registers a factory for a type. An earlier registration of the type is replaced.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
  /// - Complexity: O(1) on average.
  func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) async

  /// Registers a factory that takes arguments. An earlier registration with the same type and
  /// argument types is replaced.
  ///
  /// Each resolution creates a new instance. A factory without arguments uses the default scope.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - factory: The closure that creates an instance. The static types of its arguments are part
  ///     of the key.
  /// - Complexity: O(1) on average.
  func register<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) async
}

extension AsyncDependencyRegistering {
  /// The default scope: ``DependencyScope/shared``.
  public static var defaultScope: DependencyScope { .shared }

  /// Registers a factory for the type that the factory returns.
  ///
  /// - Parameters:
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency: Sendable>(
    in scope: DependencyScope, factory: @escaping Factory<Dependency>, file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    await RegistrationPlace.at(file, line) {
      await register(type: Dependency.self, in: scope, factory: factory)
    }
  }

  /// Registers a factory for a type, in the default scope.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - factory: The closure that creates an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency: Sendable>(
    type: Dependency.Type, factory: @escaping Factory<Dependency>, file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    await RegistrationPlace.at(file, line) {
      await register(type: type, in: Self.defaultScope, factory: factory)
    }
  }

  /// Registers a factory for the type that the factory returns, in the default scope.
  ///
  /// - Parameters:
  ///   - factory: The closure that creates an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency: Sendable>(
    factory: @escaping Factory<Dependency>, file: StaticString = #fileID, line: UInt = #line
  ) async {
    await RegistrationPlace.at(file, line) {
      await register(type: Dependency.self, in: Self.defaultScope, factory: factory)
    }
  }

  /// Registers a factory that takes arguments, for the type that the factory returns.
  ///
  /// - Parameters:
  ///   - factory: The closure that creates an instance. The static types of its arguments are part
  ///     of the key.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency: Sendable, each Argument: Sendable>(
    factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    await RegistrationPlace.at(file, line) {
      await register(type: Dependency.self, factory: factory)
    }
  }
}

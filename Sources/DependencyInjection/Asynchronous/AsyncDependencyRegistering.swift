/// Something that dependencies with asynchronous factories are registered in.
///
/// The convenience methods all go through the two requirements.
public protocol AsyncDependencyRegistering {
  /// Makes a dependency, with what it needs from the resolver.
  ///
  /// The resolver is `Sendable`, so that a factory may resolve several dependencies at the same
  /// time, with `async let`.
  typealias Factory<Dependency: Sendable> =
    @Sendable @isolated(any) (any AsyncDependencyResolving & Sendable) async -> Dependency

  /// Makes a dependency from arguments that are given at each resolution.
  typealias FactoryWithArguments<Dependency: Sendable, each Argument: Sendable> =
    @Sendable @isolated(any) (
      any AsyncDependencyResolving & Sendable, repeat each Argument
    ) async -> Dependency

  /// Registers a factory for a type, instead of an earlier one for the same type.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
  /// - Complexity: O(1) on average.
  func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) async

  /// Registers a factory that takes arguments, instead of an earlier one for the same type
  /// and argument types.
  ///
  /// Each resolution makes a new instance. Without arguments, it is the default scope that counts.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance. The static types of its arguments are a part of the key.
  /// - Complexity: O(1) on average.
  func register<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) async
}

extension AsyncDependencyRegistering {
  /// The scope where none is given: ``DependencyScope/shared``.
  public static var defaultScope: DependencyScope { .shared }

  /// Registers a factory for the type that it returns.
  ///
  /// - Parameters:
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
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
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance.
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

  /// Registers a factory for the type that it returns, in the default scope.
  ///
  /// - Parameters:
  ///   - factory: Makes an instance.
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

  /// Registers a factory that takes arguments for the type that it returns.
  ///
  /// - Parameters:
  ///   - factory: Makes an instance. The static types of its arguments are a part of the key.
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

internal import StitcherEngine

/// A type that registers dependencies.
///
/// ```swift
/// func registerServices(in registry: some DependencyRegistering) {
///   registry.register(type: (any Clock).self, in: .shared) { _ in WallClock() }
/// }
/// ```
///
/// The convenience methods all call the two requirements.
public protocol DependencyRegistering {
  /// A closure that creates a dependency, and resolves its needs from the resolver that it
  /// receives.
  ///
  /// A closure that is isolated to an actor runs only on that actor; see <doc:Registering>.
  typealias Factory<Dependency> = @isolated(any) (any DependencyResolving) -> Dependency

  /// A closure that creates a dependency from arguments, which each resolution passes.
  typealias FactoryWithArguments<Dependency, each Argument> =
    @isolated(any) (any DependencyResolving, repeat each Argument) -> Dependency

  /// Registers a factory for a type. An earlier registration of the type is replaced.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
  /// - Complexity: O(1) on average.
  func register<Dependency>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>)

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
  func register<Dependency, each Argument>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  )
}

extension DependencyRegistering {
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
  public func register<Dependency>(
    in scope: DependencyScope, factory: @escaping Factory<Dependency>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      register(type: Dependency.self, in: scope, factory: factory)
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
  public func register<Dependency>(
    type: Dependency.Type, factory: @escaping Factory<Dependency>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      register(type: type, in: Self.defaultScope, factory: factory)
    }
  }

  /// Registers a factory for the type that the factory returns, in the default scope.
  ///
  /// - Parameters:
  ///   - factory: The closure that creates an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency>(
    factory: @escaping Factory<Dependency>, file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      register(type: Dependency.self, in: Self.defaultScope, factory: factory)
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
  public func register<Dependency, each Argument>(
    factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) { register(type: Dependency.self, factory: factory) }
  }

  /// Registers an expression as a shared dependency.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - dependency: The expression, evaluated at the first resolution.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  public func register<Dependency>(
    type: Dependency.Type,
    dependency: @autoclosure @escaping @isolated(any) () -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      register(type: type, evaluating: dependency)
    }
  }

  /// Registers an expression as a shared dependency of its own type.
  ///
  /// A trailing closure is a factory, not an expression.
  ///
  /// - Parameters:
  ///   - dependency: The expression, evaluated at the first resolution.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    dependency: @autoclosure @escaping @isolated(any) () -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      register(type: Dependency.self, evaluating: dependency)
    }
  }

  /// Registers a factory without parameters as a shared dependency.
  func register<Dependency>(
    type: Dependency.Type, evaluating closure: @escaping @isolated(any) () -> Dependency
  ) {
    let evaluate = withoutIsolation(closure)
    let factory = bound(to: closure.isolation) { actor in
      { _ in
        _ = actor
        return evaluate()
      } as Factory<Dependency>
    }
    register(type: type, in: .shared, factory: factory)
  }
}

/// The former name of the protocol for registrations with arguments.
@available(*, deprecated, renamed: "DependencyRegistering")
public typealias DependencyWithArgumentRegistering = DependencyRegistering

/// The lifetime of an instance.
///
/// All resolutions of a shared dependency return the same instance, on any thread and actor. The
/// compiler does not check this: two threads must not use an instance at the same time that is not
/// `Sendable`. For example, use it on one actor only.
public enum DependencyScope: Sendable {
  /// A new instance for each resolution.
  case new

  /// One instance, created at the first resolution and kept by its container.
  case shared
}

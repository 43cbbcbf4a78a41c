internal import StitcherEngine

/// Something that dependencies are registered in.
///
/// ```swift
/// func registerServices(in registry: some DependencyRegistering) {
///   registry.register(type: (any Clock).self, in: .shared) { _ in WallClock() }
/// }
/// ```
///
/// The convenience methods all go through the two requirements.
public protocol DependencyRegistering {
  /// Makes a dependency, with what it needs from the resolver.
  ///
  /// A closure that is written on an actor belongs to it, and is run there only; see
  /// <doc:Registering>.
  typealias Factory<Dependency> = @isolated(any) (any DependencyResolving) -> Dependency

  /// Makes a dependency from arguments that are given at each resolution.
  typealias FactoryWithArguments<Dependency, each Argument> =
    @isolated(any) (any DependencyResolving, repeat each Argument) -> Dependency

  /// Registers a factory for a type, instead of an earlier one for the same type.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
  /// - Complexity: O(1) on average.
  func register<Dependency>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>)

  /// Registers a factory that takes arguments, instead of an earlier one for the same type
  /// and argument types.
  ///
  /// Each resolution makes a new instance. Without arguments, it is the default scope that counts.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance. The static types of its arguments are a part of the key.
  /// - Complexity: O(1) on average.
  func register<Dependency, each Argument>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  )
}

extension DependencyRegistering {
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
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance.
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

  /// Registers a factory for the type that it returns, in the default scope.
  ///
  /// - Parameters:
  ///   - factory: Makes an instance.
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

  /// Registers a factory that takes arguments for the type that it returns.
  ///
  /// - Parameters:
  ///   - factory: Makes an instance. The static types of its arguments are a part of the key.
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
  ///   - type: The type that the dependency is asked for by.
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
      register(type: type, evaluating: FactoryClosure(dependency))
    }
  }

  /// Registers an expression as a shared dependency of its own type.
  ///
  /// A closure that follows the call is no expression but a factory.
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
      register(type: Dependency.self, evaluating: FactoryClosure(dependency))
    }
  }

  /// Registers a closure without parameters that was passed as one that does not throw.
  func register<Dependency>(
    type: Dependency.Type, evaluating closure: FactoryClosure<Dependency, Void>
  ) {
    let evaluate = closure.call
    let factory = bound(to: closure.isolation) { actor in
      { _ in
        _ = actor
        return try! evaluate(())
      } as Factory<Dependency>
    }
    register(type: type, in: .shared, factory: factory)
  }
}

/// The former name of the protocol for registrations with arguments.
@available(*, deprecated, renamed: "DependencyRegistering")
public typealias DependencyWithArgumentRegistering = DependencyRegistering

/// How long an instance lives.
///
/// All resolutions of a shared dependency return the same instance, on any thread and actor. The
/// compiler does not check that: an instance that is not `Sendable` must not be used by two threads
/// at the same time, so use it on one actor, for example.
public enum DependencyScope: Sendable {
  /// A new instance for each resolution.
  case new

  /// One instance, made at the first resolution and kept by its container.
  case shared
}

internal import StitcherEngine

/// Something that registers initializers and finds out itself what they need.
///
/// ```swift
/// container.autoregister(initializer: ProfileModel.init)
/// container.autoregister(argument: String.self, initializer: NoteStore.init)
/// ```
///
/// Every parameter of the initializer is resolved by its static type; default values play no role.
/// All methods go through those of ``DependencyRegistering``.
public protocol DependencyAutoregistering: DependencyRegistering {
  /// Registers an initializer all of whose parameters are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by; the initializer's result
  ///     converts to it.
  ///   - scope: How long an instance lives.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, each Parameter>(
    type: Dependency.Type, in scope: DependencyScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency)

  /// Registers an initializer that takes an argument.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument) -> Dependency)

  /// Registers an initializer that takes an argument, then a parameter that is resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter) -> Dependency)

  /// Registers an initializer that takes a parameter that is resolved, then an argument.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter, Argument) -> Dependency)

  /// Registers an initializer that takes an argument before two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter1, Parameter2) -> Dependency)

  /// Registers an initializer that takes an argument between two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Argument, Parameter2) -> Dependency)

  /// Registers an initializer that takes an argument after two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Parameter2, Argument) -> Dependency)
}

// What the requirements say holds here as well. Each closure belongs to the actor of the
// initializer, which was passed as one that does not throw.
extension DependencyAutoregistering {
  /// Registers an initializer all of whose parameters are resolved, and where that is written.
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      autoregister(type, in: scope, initializer)
    }
  }

  /// Registers an initializer all of whose parameters are resolved.
  @_disfavoredOverload
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency
  ) {
    autoregister(type, in: scope, initializer)
  }

  /// Registers what makes a dependency of parameters that are resolved.
  func autoregister<Dependency, each Parameter>(
    _ type: Dependency.Type, in scope: DependencyScope,
    _ initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency
  ) {
    let make = withoutIsolation(of: initializer)
    let factory = bound(to: initializer.isolation) { actor in
      { resolver in
        _ = actor
        return try! make(repeat resolver.resolve(type: (each Parameter).self))
      } as Factory<Dependency>
    }
    register(type: type, in: scope, factory: factory)
  }

  /// Registers an initializer that takes an argument.
  public func autoregister<Dependency, Argument>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, Argument>(initializer)
    register(type, closure) { (_, argument: Argument) in argument }
  }

  /// Registers an initializer that takes an argument, then a parameter that is resolved.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Argument, Parameter)>(initializer)
    register(type, closure) { ($1, $0.resolve()) }
  }

  /// Registers an initializer that takes a parameter that is resolved, then an argument.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter, Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter, Argument)>(initializer)
    register(type, closure) { ($0.resolve(), $1) }
  }

  /// Registers an initializer that takes an argument before two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter1, Parameter2) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Argument, Parameter1, Parameter2)>(initializer)
    register(type, closure) { ($1, $0.resolve(), $0.resolve()) }
  }

  /// Registers an initializer that takes an argument between two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Argument, Parameter2) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter1, Argument, Parameter2)>(initializer)
    register(type, closure) { ($0.resolve(), $1, $0.resolve()) }
  }

  /// Registers an initializer that takes an argument after two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Parameter2, Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter1, Parameter2, Argument)>(initializer)
    register(type, closure) { ($0.resolve(), $0.resolve(), $1) }
  }

  /// Registers an initializer that takes an argument and parameters that are resolved.
  ///
  /// - Parameter parameters: Returns the parameters of the initializer, in order.
  private func register<Dependency, Argument, Parameters>(
    _ type: Dependency.Type, _ closure: FactoryClosure<Dependency, Parameters>,
    parameters: @escaping @Sendable (any DependencyResolving, Argument) -> Parameters
  ) {
    let make = closure.call
    let factory = bound(to: closure.isolation) { actor in
      { (resolver, argument: Argument) in
        _ = actor
        return try! make(parameters(resolver, argument))
      } as FactoryWithArguments<Dependency, Argument>
    }
    register(type: type, factory: factory)
  }
}

/// The former name of the protocol for initializers with an argument.
@available(*, deprecated, renamed: "DependencyAutoregistering")
public typealias DependencyWithArgumentAutoregistering = DependencyAutoregistering

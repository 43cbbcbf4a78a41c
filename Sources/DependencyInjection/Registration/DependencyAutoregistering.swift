internal import StitcherEngine

/// A type that registers initializers and resolves their parameters by type.
///
/// ```swift
/// container.autoregister(initializer: ProfileModel.init)
/// container.autoregister(argument: String.self, initializer: NoteStore.init)
/// ```
///
/// Each parameter of the initializer is resolved by its static type; default values are ignored.
/// All methods call those of ``DependencyRegistering``.
public protocol DependencyAutoregistering: DependencyRegistering {
  /// Registers an initializer whose parameters are resolved by type.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions; the initializer's result converts to it.
  ///   - scope: The lifetime of an instance.
  ///   - initializer: The initializer. Each parameter is resolved by its type.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, each Parameter>(
    type: Dependency.Type, in scope: DependencyScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency)

  /// Registers an initializer with one parameter. Each resolution passes the argument for it.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument) -> Dependency)

  /// Registers an initializer with two parameters: each resolution passes the first as an argument,
  /// and the second is resolved.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument, which each resolution passes.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter) -> Dependency)

  /// Registers an initializer with two parameters: the first is resolved, and each resolution
  /// passes the second as an argument.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument, which each resolution passes.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter, Argument) -> Dependency)

  /// Registers an initializer with three parameters: each resolution passes the first as an
  /// argument, and the others are resolved.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument, which each resolution passes.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter1, Parameter2) -> Dependency)

  /// Registers an initializer with three parameters: each resolution passes the second as an
  /// argument, and the others are resolved.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument, which each resolution passes.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Argument, Parameter2) -> Dependency)

  /// Registers an initializer with three parameters: each resolution passes the third as an
  /// argument, and the others are resolved.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - argument: The type of the argument, which each resolution passes.
  ///   - initializer: The initializer.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Parameter2, Argument) -> Dependency)
}

// The comments of the protocol's requirements apply to these methods as well. Each closure is
// isolated to the actor of the initializer. `try!` cannot fail: the initializer has a throwing type
// here, but was passed as one that does not throw.
extension DependencyAutoregistering {
  /// Registers an initializer whose parameters are resolved by type, and records the source
  /// location of the call.
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) {
      autoregister(type, in: scope, initializer)
    }
  }

  /// Registers an initializer whose parameters are resolved by type, without recording the source
  /// location of the call.
  @_disfavoredOverload
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency
  ) {
    autoregister(type, in: scope, initializer)
  }

  /// Registers a factory that resolves the parameters of an initializer and calls the initializer.
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

  /// Registers an initializer with one parameter. Each resolution passes the argument for it.
  public func autoregister<Dependency, Argument>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, Argument>(initializer)
    register(type, closure) { (_, argument: Argument) in argument }
  }

  /// Registers an initializer with two parameters: each resolution passes the first as an argument,
  /// and the second is resolved.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Argument, Parameter)>(initializer)
    register(type, closure) { ($1, $0.resolve()) }
  }

  /// Registers an initializer with two parameters: the first is resolved, and each resolution
  /// passes the second as an argument.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter, Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter, Argument)>(initializer)
    register(type, closure) { ($0.resolve(), $1) }
  }

  /// Registers an initializer with three parameters: each resolution passes the first as an
  /// argument, and the others are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Argument, Parameter1, Parameter2) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Argument, Parameter1, Parameter2)>(initializer)
    register(type, closure) { ($1, $0.resolve(), $0.resolve()) }
  }

  /// Registers an initializer with three parameters: each resolution passes the second as an
  /// argument, and the others are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Argument, Parameter2) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter1, Argument, Parameter2)>(initializer)
    register(type, closure) { ($0.resolve(), $1, $0.resolve()) }
  }

  /// Registers an initializer with three parameters: each resolution passes the third as an
  /// argument, and the others are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping @isolated(any) (Parameter1, Parameter2, Argument) -> Dependency
  ) {
    let closure = FactoryClosure<Dependency, (Parameter1, Parameter2, Argument)>(initializer)
    register(type, closure) { ($0.resolve(), $0.resolve(), $1) }
  }

  /// Registers an initializer with one argument that each resolution passes, and with parameters
  /// that are resolved.
  ///
  /// - Parameter parameters: A closure that returns the parameters of the initializer, in order.
  private func register<Dependency, Argument, Parameters>(
    _ type: Dependency.Type, _ closure: FactoryClosure<Dependency, Parameters>,
    parameters: @escaping @Sendable (any DependencyResolving, Argument) -> Parameters
  ) {
    let make = closure.call
    let factory = bound(to: closure.isolation) { actor in
      { (resolver, argument: Argument) in
        _ = actor
        return try! withArguments(parameters(resolver, argument)) { try make($0) }
      } as FactoryWithArguments<Dependency, Argument>
    }
    register(type: type, factory: factory)
  }
}

/// The former name of the protocol for initializers with an argument.
@available(*, deprecated, renamed: "DependencyAutoregistering")
public typealias DependencyWithArgumentAutoregistering = DependencyAutoregistering

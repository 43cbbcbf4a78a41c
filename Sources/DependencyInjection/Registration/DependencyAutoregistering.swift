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
    initializer: @escaping (repeat each Parameter) -> Dependency)

  /// Registers an initializer that takes an argument.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Argument) -> Dependency)

  /// Registers an initializer that takes an argument, then a parameter that is resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Argument, Parameter) -> Dependency)

  /// Registers an initializer that takes a parameter that is resolved, then an argument.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Parameter, Argument) -> Dependency)

  /// Registers an initializer that takes an argument before two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Argument, Parameter1, Parameter2) -> Dependency)

  /// Registers an initializer that takes an argument between two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Parameter1, Argument, Parameter2) -> Dependency)

  /// Registers an initializer that takes an argument after two parameters that are resolved.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - argument: The type of the argument, which is given at each resolution.
  ///   - initializer: Makes an instance.
  /// - Complexity: O(1) on average.
  func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type, argument: Argument.Type,
    initializer: @escaping (Parameter1, Parameter2, Argument) -> Dependency)
}

// What the requirements say holds here as well.
extension DependencyAutoregistering {
  /// Registers an initializer all of whose parameters are resolved.
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping (repeat each Parameter) -> Dependency
  ) {
    register(type: type, in: scope) { resolver in
      initializer(repeat resolver.resolve(type: (each Parameter).self))
    }
  }

  /// Registers an initializer that takes an argument.
  public func autoregister<Dependency, Argument>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Argument) -> Dependency
  ) {
    register(type: type) { (_, argument: Argument) in initializer(argument) }
  }

  /// Registers an initializer that takes an argument, then a parameter that is resolved.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Argument, Parameter) -> Dependency
  ) {
    register(type: type) { (resolver, argument: Argument) in
      initializer(argument, resolver.resolve())
    }
  }

  /// Registers an initializer that takes a parameter that is resolved, then an argument.
  public func autoregister<Dependency, Argument, Parameter>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Parameter, Argument) -> Dependency
  ) {
    register(type: type) { (resolver, argument: Argument) in
      initializer(resolver.resolve(), argument)
    }
  }

  /// Registers an initializer that takes an argument before two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Argument, Parameter1, Parameter2) -> Dependency
  ) {
    register(type: type) { (resolver, argument: Argument) in
      initializer(argument, resolver.resolve(), resolver.resolve())
    }
  }

  /// Registers an initializer that takes an argument between two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Parameter1, Argument, Parameter2) -> Dependency
  ) {
    register(type: type) { (resolver, argument: Argument) in
      initializer(resolver.resolve(), argument, resolver.resolve())
    }
  }

  /// Registers an initializer that takes an argument after two parameters that are resolved.
  public func autoregister<Dependency, Argument, Parameter1, Parameter2>(
    type: Dependency.Type = Dependency.self, argument: Argument.Type,
    initializer: @escaping (Parameter1, Parameter2, Argument) -> Dependency
  ) {
    register(type: type) { (resolver, argument: Argument) in
      initializer(resolver.resolve(), resolver.resolve(), argument)
    }
  }
}

/// The former name of the protocol for initializers with an argument.
@available(*, deprecated, renamed: "DependencyAutoregistering")
public typealias DependencyWithArgumentAutoregistering = DependencyAutoregistering

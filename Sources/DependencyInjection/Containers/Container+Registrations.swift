internal import StitcherEngine

// The forms that return nothing come first where the result is not used: code that was written for
// them may hand it on. What takes arguments is not kept, so there is nothing to be torn down.

extension DependencyRegistering where Self: Container {
  /// Registers a factory for a type, and returns the registration, which may be given a teardown.
  ///
  /// ```swift
  /// container.register { _ in Database() }
  ///   .teardown { database in try await database.close() }
  /// ```
  ///
  /// See the form that returns nothing. Where the result is not used, that one is called.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: The registration.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    factory: @escaping Factory<Dependency>, file: StaticString = #fileID, line: UInt = #line
  ) -> ContainerRegistration<Dependency> {
    RegistrationPlace.registration(at: file, line) {
      register(type: type, in: scope, factory: factory)
    }
  }

  /// Registers a factory that throws, and returns the registration, which may be given a teardown.
  ///
  /// See the form that returns nothing. Where the result is not used, that one is called.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: The registration.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    factory: @escaping @isolated(any) (any DependencyResolving) throws -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) -> ContainerRegistration<Dependency> {
    RegistrationPlace.registration(at: file, line) { add(type, in: scope, factory) }
  }

  /// Registers an initializer all of whose parameters are resolved, and returns the registration,
  /// which may be given a teardown.
  ///
  /// See the form that returns nothing. Where the result is not used, that one is called.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by; the initializer's result converts to
  ///     it.
  ///   - scope: How long an instance lives.
  ///   - initializer: Makes an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: The registration.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func autoregister<Dependency, each Parameter>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope = Self.defaultScope,
    initializer: @escaping @isolated(any) (repeat each Parameter) -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) -> ContainerRegistration<Dependency> {
    RegistrationPlace.registration(at: file, line) {
      autoregister(type, in: scope, initializer)
    }
  }
}

// In the extension for all that registers, since the form that returns nothing is disfavored, too:
// so it comes first all the same.
extension DependencyRegistering {
  /// Registers an expression as a shared dependency, and returns the registration, which may be
  /// given a teardown.
  ///
  /// See the form that returns nothing. Where the result is not used, that one is called.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - dependency: The expression, evaluated at the first resolution.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: The registration.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    type: Dependency.Type = Dependency.self,
    dependency: @autoclosure @escaping @isolated(any) () -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) -> ContainerRegistration<Dependency> {
    RegistrationPlace.registration(at: file, line) {
      register(type: type, evaluating: FactoryClosure(dependency))
    }
  }
}

// Factories that throw are not a part of the protocols. The outermost `tryResolve` throws their
// errors, and those of each `tryResolve` in them, such as a cycle.
extension Container {
  /// Registers a factory that throws, instead of an earlier one for the same type.
  ///
  /// ```swift
  /// container.register(type: Database.self) { resolver in
  ///   try Database(at: resolver.tryResolve(type: Location.self))
  /// }
  /// ```
  ///
  /// An error is not kept: the next resolution runs the factory again.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    type: Dependency.Type = Dependency.self, in scope: DependencyScope,
    factory: @escaping @isolated(any) (any DependencyResolving) throws -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) { add(type, in: scope, factory) }
  }

  // A form of its own: if the scope above had a default, the form below would come first, with no
  // arguments, which stops the compiler of Swift 6.3 in an asynchronous function.

  /// Registers a factory that throws, in the default scope, instead of an earlier one for the same
  /// type.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency>(
    type: Dependency.Type = Dependency.self,
    factory: @escaping @isolated(any) (any DependencyResolving) throws -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) { add(type, in: Self.defaultScope, factory) }
  }

  /// Registers a factory that takes arguments and throws, instead of an earlier one for the same
  /// type and argument types.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - factory: Makes an instance. The static types of its arguments are a part of the key.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func register<Dependency, each Argument, Failure: Error>(
    type: Dependency.Type = Dependency.self,
    factory:
      @escaping @isolated(any) (any DependencyResolving, repeat each Argument) throws(Failure) ->
      Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    RegistrationPlace.at(file, line) { add(type, FactoryClosure(in: home, factory)) }
  }
}

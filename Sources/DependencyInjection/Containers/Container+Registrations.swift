internal import StitcherEngine

// If the result is not used, the compiler prefers the overloads that return nothing, since existing
// code may return their result. The container keeps no instances that are created from arguments,
// so the overloads with arguments have no teardown.

extension DependencyRegistering where Self: Container {
  /// Registers a factory for a type, and returns the registration. A teardown can be added to the
  /// result.
  ///
  /// ```swift
  /// container.register { _ in Database() }
  ///   .teardown { database in try await database.close() }
  /// ```
  ///
  /// If the result is not used, the overload that returns nothing is called.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
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

  /// Registers a factory that may throw, and returns the registration. A teardown can be added to
  /// the result.
  ///
  /// If the result is not used, the overload that returns nothing is called.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
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

  /// Registers an initializer whose parameters are resolved by type, and returns the registration.
  /// A teardown can be added to the result.
  ///
  /// If the result is not used, the overload that returns nothing is called.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions; the initializer's result converts to it.
  ///   - scope: The lifetime of an instance.
  ///   - initializer: The initializer. Each parameter is resolved by its type.
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

// This overload is in an extension of the protocol. Both it and the overload that returns nothing
// are disfavored, and the compiler still prefers the latter.
extension DependencyRegistering {
  /// Registers an expression as a shared dependency, and returns the registration. A teardown can
  /// be added to the result.
  ///
  /// If the result is not used, the overload that returns nothing is called.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
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
      register(type: type, evaluating: dependency)
    }
  }
}

// Factories that throw are not part of the protocols. The outermost `tryResolve` throws the error
// of a factory, or of a nested `tryResolve`, such as a cycle.
extension Container {
  /// Registers a factory that may throw. The registration replaces an earlier one of the same type.
  ///
  /// ```swift
  /// container.register(type: Database.self) { resolver in
  ///   try Database(at: resolver.tryResolve(type: Location.self))
  /// }
  /// ```
  ///
  /// An error is not cached: the next resolution runs the factory again.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance.
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

  // This is a separate overload without a scope. If the scope of the overload above had a default
  // value, the compiler would prefer the overload below, with an empty list of arguments. That
  // crashes the compiler of Swift 6.3 in an asynchronous function.

  /// Registers a factory that may throw, in the default scope. The registration replaces an earlier
  /// one of the same type.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - factory: The closure that creates an instance.
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

  /// Registers a factory that takes arguments and may throw. The registration replaces an earlier
  /// one with the same type and argument types.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - factory: The closure that creates an instance. The static types of its arguments are part
  ///     of the key.
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
    RegistrationPlace.at(file, line) { add(type, factory) }
  }
}

// The forms that return nothing come first where the result is not used: code that was written for
// them may hand it on. What takes arguments is not kept, so there is nothing to be torn down.

extension AsyncDependencyRegistering where Self == AsyncContainer {
  /// Registers a factory for a type, and returns the registration, which may be given a teardown.
  ///
  /// ```swift
  /// await container.register { _ in await Database.opened() }
  ///   .teardown { database in try await database.close() }
  /// ```
  ///
  /// See the form that returns nothing. Where the result is not used, that one is called.
  ///
  /// - Parameters:
  ///   - type: The type that the dependency is asked for by.
  ///   - scope: How long an instance lives.
  ///   - factory: Makes an instance. What it throws is not kept.
  ///   - file: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: The registration.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type = Dependency.self,
    in scope: DependencyScope = AsyncContainer.defaultScope,
    factory:
      @escaping @Sendable @isolated(any) (any AsyncDependencyResolving & Sendable) async throws ->
      Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> ContainerRegistration<Dependency> {
    let container: AsyncContainer = self
    return RegistrationPlace.registration(at: file, line) {
      container.add(type, in: scope, factory)
    }
  }
}

// Factories that throw are not a part of the protocols. The outermost `tryResolve` throws their
// errors, and those of each `tryResolve` in them, such as a cycle or a cancellation.
extension AsyncContainer {
  /// Registers a factory that throws, instead of an earlier one for the same type.
  ///
  /// ```swift
  /// await container.register(type: Database.self) { resolver in
  ///   try await Database(at: resolver.tryResolve(type: Location.self))
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
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type = Dependency.self,
    in scope: DependencyScope = AsyncContainer.defaultScope,
    factory:
      @escaping @Sendable @isolated(any) (any AsyncDependencyResolving & Sendable) async throws ->
      Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    RegistrationPlace.at(file, line) { add(type, in: scope, factory) }
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
  public nonisolated func register<Dependency: Sendable, each Argument: Sendable, Failure: Error>(
    type: Dependency.Type = Dependency.self,
    factory:
      @escaping @Sendable @isolated(any) (
        any AsyncDependencyResolving & Sendable, repeat each Argument
      )
      async throws(Failure) -> Dependency,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    let key = RegistrationKey(type, repeat (each Argument).self)
    RegistrationPlace.at(file, line) {
      add(type, in: key.arguments.isEmpty ? Self.defaultScope : .new, factory)
    }
  }
}

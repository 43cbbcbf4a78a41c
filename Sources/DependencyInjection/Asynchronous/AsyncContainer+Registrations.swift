// If the result is not used, the compiler prefers the overloads that return nothing, since existing
// code may return their result. The container keeps no instances that are created from arguments,
// so the overloads with arguments have no teardown.

extension AsyncDependencyRegistering where Self == AsyncContainer {
  /// Registers a factory for a type, and returns the registration. A teardown can be added to the
  /// result.
  ///
  /// ```swift
  /// await container.register { _ in await Database.opened() }
  ///   .teardown { database in try await database.close() }
  /// ```
  ///
  /// If the result is not used, the overload that returns nothing is called.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency in resolutions.
  ///   - scope: The lifetime of an instance.
  ///   - factory: The closure that creates an instance. An error is not cached.
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

// Factories that throw are not part of the protocols. The outermost `tryResolve` throws the error
// of a factory, or of a nested `tryResolve`, such as a cycle or a cancellation.
extension AsyncContainer {
  /// Registers a factory that may throw. The registration replaces an earlier one of the same type.
  ///
  /// ```swift
  /// await container.register(type: Database.self) { resolver in
  ///   try await Database(at: resolver.tryResolve(type: Location.self))
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

// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The static type is known where an overload is called, so the overloads are inlined there. The
// search of the lookup table needs no static type, and is not inlined. If the search finds no
// live instance, a separate function does the rest.

extension DependencyGraph {
  /// Injects the only dependency of the given type, and awaits its factory if that is asynchronous.
  ///
  /// ```swift
  /// let store: NoteStore = try await DependencyGraph.injectAsync()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    let found = lookUp(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    release(found)
    return try await findAsync(type, box(), file, line)
  }

  /// Injects the only dependency of the given type, passes arguments to its factory, and awaits the
  /// factory if it is asynchronous.
  ///
  /// ```swift
  /// let drafts: NoteStore = try await DependencyGraph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    return try await findAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of the given type, passes arguments to its factory, and awaits the
  /// factory if it is asynchronous.
  ///
  /// ```swift
  /// let drafts: NoteStore = try await DependencyGraph.injectAsync(byType: NoteStore.self,
  /// "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable, each Other: Hashable & Sendable
  >(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    return try await findAsync(type, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of the given type, and awaits its factory if that is asynchronous;
  /// the result is `nil` if no dependency is registered.
  ///
  /// ```swift
  /// let tracker: Tracker? = try await DependencyGraph.injectAsync()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the dependency. For an optional type, the wrapped type is injected.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    let found = lookUp(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    release(found)
    return try await findPresentAsync(type, box(), file, line)
  }

  /// Injects the only dependency of the given type, passes arguments to its factory, and awaits the
  /// factory if it is asynchronous; the result is `nil` if no dependency is registered.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try await DependencyGraph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the dependency. For an optional type, the wrapped type is injected.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    return try await findPresentAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of the given type, passes arguments to its factory, and awaits the
  /// factory if it is asynchronous; the result is `nil` if no dependency is registered.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try await DependencyGraph.injectAsync(byType: NoteStore.self,
  /// "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the dependency. For an optional type, the wrapped type is injected.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable, each Other: Hashable & Sendable
  >(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    return try await findPresentAsync(type, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of the type that the given optional type wraps; the result is
  /// `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    try await findPresentAsync(SomeDependency.self, box(), file, line)
  }

  /// Injects all dependencies of the given collection type's element type.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try await DependencyGraph.injectAsync()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection type, such as `[any Searchable].self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Container: DependencyContainingCollection, SomeDependency: Sendable
  >(
    byType type: Container.Type = Container.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Container
  where Container.Element == SomeDependency {
    try await collectAsync(type, box(), file, line)
  }

  /// Injects all dependencies of the given collection type's element type, and passes arguments to
  /// their factories.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try await DependencyGraph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection type, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Container: DependencyContainingCollection, SomeDependency: Sendable,
    each Parameter: Hashable & Sendable
  >(
    byType type: Container.Type = Container.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Container
  where Container.Element == SomeDependency {
    try await collectAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects all dependencies of the given collection type's element type, and passes arguments to
  /// their factories.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources = try await DependencyGraph.injectAsync(byType: [any Searchable].self, "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection type, such as `[any Searchable].self`.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Container: DependencyContainingCollection, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byType type: Container.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Container
  where Container.Element: Sendable {
    try await collectAsync(type, box(first, repeat each others), file, line)
  }

}

// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The caller knows the type, so the forms are inlined up to the search, which knows no type, and
// from the copy of the instance that it finds. One function does the rest.

extension DependencyGraph {
  /// Injects the only dependency of a type, whatever its factory is.
  ///
  /// ```swift
  /// let store: NoteStore = try await graph.injectAsync()
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
  nonisolated(nonsending) public func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    let found = lend(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    letGo(found)
    return try await findAsync(type, box(), file, line)
  }

  /// Injects the only dependency of a type that takes parameters, whatever its factory is.
  ///
  /// ```swift
  /// let drafts: NoteStore = try await graph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    return try await findAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a type that takes parameters, whatever its factory is.
  ///
  /// ```swift
  /// let drafts: NoteStore = try await graph.injectAsync(byType: NoteStore.self, "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     choose the registration.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable, each Other: Hashable & Sendable
  >(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    return try await findAsync(type, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of a type, whatever its factory is, or nil if there is none.
  ///
  /// ```swift
  /// let tracker: Tracker? = try await graph.injectAsync()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    let found = lend(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    letGo(found)
    return try await findPresentAsync(type, box(), file, line)
  }

  /// Injects the only dependency of a type that takes parameters, whatever its factory is, or nil
  /// if there is none.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try await graph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    return try await findPresentAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a type that takes parameters, whatever its factory is, or nil
  /// if there is none.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try await graph.injectAsync(byType: NoteStore.self, "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     choose the registration.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable, each Other: Hashable & Sendable
  >(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    return try await findPresentAsync(type, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing, or
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<SomeDependency: Sendable>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency? {
    try await findPresentAsync(SomeDependency.self, box(), file, line)
  }

  /// Injects all dependencies of a type, in order of activation, then of declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try await graph.injectAsync()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Container: DependencyContainingCollection, SomeDependency: Sendable
  >(
    byType type: Container.Type = Container.self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Container
  where Container.Element == SomeDependency {
    try await collectAsync(type, box(), file, line)
  }

  /// Injects all dependencies of a type that take parameters, in order of activation, then of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try await graph.injectAsync(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Container: DependencyContainingCollection, SomeDependency: Sendable,
    each Parameter: Hashable & Sendable
  >(
    byType type: Container.Type = Container.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Container
  where Container.Element == SomeDependency {
    try await collectAsync(type, box(repeat each parameters), file, line)
  }

  /// Injects all dependencies of a type that take parameters, in order of activation, then of
  /// declaration.
  ///
  /// ```swift
  /// let sources = try await graph.injectAsync(byType: [any Searchable].self, "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     choose the registration.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created, or `CancellationError` if the
  ///   task is cancelled.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
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

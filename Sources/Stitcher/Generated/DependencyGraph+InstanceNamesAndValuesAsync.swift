// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

extension DependencyGraph {
  /// Injects the only dependency with the given name, and awaits its factory if that is
  /// asynchronous.
  ///
  /// ```swift
  /// let avatars: ImageCache = try await graph.injectAsync(byName: "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: String, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(name: name, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency that has the `description` of the given value as its name, and
  /// awaits its factory if that is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the time of `description`, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Name: CustomStringConvertible, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(name: name.description, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency that has the `rawValue` of the given value as its name, and awaits
  /// its factory if that is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the time of `rawValue`, plus the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Name: RawRepresentable, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency where Name.RawValue == String {
    try await findAsync(name: name.rawValue, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency with the given name, passes arguments to its factory, and awaits
  /// the factory if it is asynchronous.
  ///
  /// ```swift
  /// let avatars: ImageCache = try await graph.injectAsync(byName: "avatars", 64)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable, each Other: Hashable & Sendable
  >(
    byName name: String, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(name: name, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency that has the `description` of the given value as its name, passes
  /// arguments to its factory, and awaits the factory if it is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the time of `description`, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Name: CustomStringConvertible, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(name: name.description, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency that has the `rawValue` of the given value as its name, passes
  /// arguments to its factory, and awaits the factory if it is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the time of `rawValue`, plus the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Name: RawRepresentable, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency where Name.RawValue == String {
    try await findAsync(name: name.rawValue, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency that is registered for the given value, and awaits its factory if
  /// that is asynchronous.
  ///
  /// ```swift
  /// let cache: ImageCache = try await graph.injectAsync(byValue: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byValue value: Value, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(value: value, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency that is registered for the given value, passes arguments to its
  /// factory, and awaits the factory if it is asynchronous.
  ///
  /// ```swift
  /// let cache: ImageCache = try await graph.injectAsync(byValue: Thumbnail(width: 64), "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func injectAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byValue value: Value, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(value: value, box(first, repeat each others), file, line)
  }
}

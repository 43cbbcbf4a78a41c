// By a name and by a value; see `DependencyGraph+InjectionAsync.swift`.

extension DependencyGraph {
  /// Injects the only dependency of a name.
  ///
  /// ```swift
  /// let cache: ImageCache = try await DependencyGraph.injectAsync(byName: "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - parameters: What the factory takes, in order, if it takes anything.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: String, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(name: name, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a name that takes parameters of the given types.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - first: The first of what the factory takes.
  ///   - others: The rest of it, in order.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byName name: String, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(
      name: name, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - parameters: What the factory takes, in order, if it takes anything.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Name: CustomStringConvertible, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(
      name: name.description, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a name that takes parameters of the given types.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - first: The first of what the factory takes.
  ///   - others: The rest of it, in order.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Name: CustomStringConvertible, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(
      name: name.description, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - parameters: What the factory takes, in order, if it takes anything.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Name: RawRepresentable, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency where Name.RawValue == String {
    try await findAsync(
      name: name.rawValue, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a name that takes parameters of the given types.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - first: The first of what the factory takes.
  ///   - others: The rest of it, in order.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Name: RawRepresentable, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency where Name.RawValue == String {
    try await findAsync(
      name: name.rawValue, box(first, repeat each others), file, line)
  }

  /// Injects the only dependency of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - parameters: What the factory takes, in order, if it takes anything.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable, each Parameter: Hashable & Sendable
  >(
    byValue value: Value, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(value: value, box(repeat each parameters), file, line)
  }

  /// Injects the only dependency of a value that takes parameters of the given types.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - first: The first of what the factory takes.
  ///   - others: The rest of it, in order.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func injectAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable, First: Hashable & Sendable,
    each Other: Hashable & Sendable
  >(
    byValue value: Value, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> SomeDependency {
    try await findAsync(value: value, box(first, repeat each others), file, line)
  }
}

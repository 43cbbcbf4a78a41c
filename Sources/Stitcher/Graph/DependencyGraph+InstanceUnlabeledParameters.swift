/// Injection with parameters that have no label, in a graph that is given. There is at least one,
/// so that the forms do not overlap.
extension DependencyGraph {
  /// Injects the only dependency of a type that takes parameters.
  ///
  /// ```swift
  /// let drafts: NoteStore = try graph.inject(byType: NoteStore.self, "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byType: type, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of a type that takes parameters, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    try inject(byType: type, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency?.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    try inject(byType: type, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil at the outermost level.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency?.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    try inject(byType: type, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects all dependencies of a type that take parameters.
  ///
  /// - Parameters:
  ///   - type: The collection.
  ///   - first: The first argument of the factories.
  ///   - others: Their further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public func inject<
    Container: DependencyContainingCollection, First: Hashable, each Other: Hashable
  >(
    byType type: Container.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container {
    try inject(byType: type, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of a name that takes parameters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byName name: String, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byName: name, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of a name that takes parameters.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<
    Name: CustomStringConvertible, SomeDependency, First: Hashable, each Other: Hashable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(
      byName: name.description, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of a name that takes parameters.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<
    Name: RawRepresentable, SomeDependency, First: Hashable, each Other: Hashable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency
  where Name.RawValue == String {
    try inject(byName: name.rawValue, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency of a value that takes parameters.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - first: The first argument of the factory.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<Value: Hashable, SomeDependency, First: Hashable, each Other: Hashable>(
    byValue value: Value, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byValue: value, parameters: first, repeat each others, file: file, line: line)
  }
}

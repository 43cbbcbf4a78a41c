internal import StitcherEngine

// The forms of `DependencyGraph+NamesAndValues.swift`, in a graph that is given.

extension DependencyGraph {
  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency>(
    byName name: String,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(name: name) } catch { throw failure(error, name: name, file, line) }
  }

  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `description` costs.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<Name: CustomStringConvertible, SomeDependency>(
    byName name: Name,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byName: name.description, file: file, line: line)
  }

  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `rawValue` costs.
  @_alwaysEmitIntoClient
  public func inject<Name: RawRepresentable, SomeDependency>(
    byName name: Name,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue, file: file, line: line)
  }

  /// Injects the only dependency of a value that takes no parameters.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<Value: Hashable, SomeDependency>(
    byValue value: Value,
    file: StaticString = #fileID, line: UInt = #line
  ) throws
    -> SomeDependency
  {
    do { return try find(value: value) } catch { throw failure(error, value: value, file, line) }
  }

  /// Injects the only dependency of a name.
  ///
  /// ```swift
  /// let avatars: ImageCache = try graph.inject(byName: "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, each Parameter: Hashable>(
    byName name: String, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(name: name, repeat each parameters) } catch {
      throw failure(error, name: name, file, line)
    }
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `description` costs.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<
    Name: CustomStringConvertible, SomeDependency, each Parameter: Hashable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(
      byName: name.description, parameters: repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `rawValue` costs.
  @_alwaysEmitIntoClient
  public func inject<Name: RawRepresentable, SomeDependency, each Parameter: Hashable>(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(
      byName: name.rawValue, parameters: repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency of a value.
  ///
  /// ```swift
  /// let cache: ImageCache = try graph.inject(byValue: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    byValue value: Value, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(value: value, repeat each parameters) } catch {
      throw failure(error, value: value, file, line)
    }
  }
}

// What the inlined forms call. They know no place, which only an error needs.
extension DependencyGraph {
  /// Returns the only dependency of a name that takes no parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<SomeDependency>(name: String) throws -> SomeDependency {
    try graph.resolve(name: name, as: SomeDependency.self)
  }

  /// Returns the only dependency of a value that takes no parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<Value: Hashable, SomeDependency>(value: Value) throws -> SomeDependency {
    try graph.resolve(value: value, as: SomeDependency.self)
  }

  /// Returns the only dependency of a name that takes parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<SomeDependency, each Parameter: Hashable>(
    name: String, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try graph.resolve(name: name, as: SomeDependency.self, arguments: repeat each parameters)
  }

  /// Returns the only dependency of a value that takes parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    value: Value, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try graph.resolve(value: value, as: SomeDependency.self, arguments: repeat each parameters)
  }

  /// Returns the error of a form that asks by a name.
  @usableFromInline
  @inline(never)
  func failure(
    _ error: any Error, name: String, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .name(name), file, line, in: graph)
  }

  /// Returns the error of a form that asks by a value.
  @usableFromInline
  @inline(never)
  func failure<Value: Hashable>(
    _ error: any Error, value: Value, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .value(TypedValueKey(value)), file, line, in: graph)
  }
}

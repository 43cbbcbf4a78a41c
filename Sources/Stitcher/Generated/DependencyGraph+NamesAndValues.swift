// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

extension DependencyGraph {
  /// Injects the only dependency with the given name.
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byName name: String,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(name: name) } catch {
      throw failure(error, name: name, file, line)
    }
  }

  /// Injects the only dependency that has the `description` of the given value as its name.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `description`.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<Name: CustomStringConvertible, SomeDependency>(
    byName name: Name,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byName: name.description, file: file, line: line)
  }

  /// Injects the only dependency that has the `rawValue` of the given value as its name.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `rawValue`.
  @_alwaysEmitIntoClient
  public static func inject<Name: RawRepresentable, SomeDependency>(
    byName name: Name,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue, file: file, line: line)
  }

  /// Injects the only dependency with the given name, and passes arguments to its factory.
  ///
  /// ```swift
  /// let avatars: ImageCache = try DependencyGraph.inject(byName: "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters. A live instance is read without
  ///   a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byName name: String, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(name: name, repeat each parameters) } catch {
      throw failure(error, name: name, file, line)
    }
  }

  /// Injects the only dependency that has the `description` of the given value as its name, and
  /// passes arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `description`, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<
    Name: CustomStringConvertible, SomeDependency, each Parameter: Hashable
  >(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(byName: name.description, parameters: repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency that has the `rawValue` of the given value as its name, and passes
  /// arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `rawValue`, plus the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<Name: RawRepresentable, SomeDependency, each Parameter: Hashable>(
    byName name: Name, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue, parameters: repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency with the given name, and passes arguments to its factory.
  ///
  /// ```swift
  /// let avatars: ImageCache = try DependencyGraph.inject(byName: "avatars", 64)
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
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters. A live instance is read without
  ///   a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byName name: String, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(name: name, first, repeat each others) } catch {
      throw failure(error, name: name, file, line)
    }
  }

  /// Injects the only dependency that has the `description` of the given value as its name, and
  /// passes arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `description`, plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<
    Name: CustomStringConvertible, SomeDependency, First: Hashable, each Other: Hashable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    try inject(
      byName: name.description, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency that has the `rawValue` of the given value as its name, and passes
  /// arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the time of `rawValue`, plus the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<
    Name: RawRepresentable, SomeDependency, First: Hashable, each Other: Hashable
  >(
    byName name: Name, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue, parameters: first, repeat each others, file: file, line: line)
  }

  /// Injects the only dependency that is registered for the given value.
  ///
  /// ```swift
  /// let cache: ImageCache = try DependencyGraph.inject(byValue: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<Value: Hashable, SomeDependency>(
    byValue value: Value,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(value: value) } catch {
      throw failure(error, value: value, file, line)
    }
  }

  /// Injects the only dependency that is registered for the given value, and passes arguments to
  /// its factory.
  ///
  /// ```swift
  /// let cache: ImageCache = try DependencyGraph.inject(byValue: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, cast to the type that the caller expects.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters. A live instance is read without
  ///   a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    byValue value: Value, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(value: value, repeat each parameters) } catch {
      throw failure(error, value: value, file, line)
    }
  }

  /// Injects the only dependency that is registered for the given value, and passes arguments to
  /// its factory.
  ///
  /// ```swift
  /// let cache: ImageCache = try DependencyGraph.inject(byValue: Thumbnail(width: 64), "avatars")
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
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, plus the number of parameters. A live instance is read without
  ///   a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<Value: Hashable, SomeDependency, First: Hashable, each Other: Hashable>(
    byValue value: Value, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(value: value, first, repeat each others) } catch {
      throw failure(error, value: value, file, line)
    }
  }
}

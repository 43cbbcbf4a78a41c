internal import StitcherEngine

extension DependencyGraph {
  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameter name: The name, which is compared exactly.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  public static func inject<SomeDependency>(byName name: String) throws -> SomeDependency {
    do {
      return try shared.resolve(name: name, as: SomeDependency.self)
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameter name: What has the name as its description.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `description` costs.
  @_disfavoredOverload
  public static func inject<Name: CustomStringConvertible, SomeDependency>(
    byName name: Name
  ) throws -> SomeDependency {
    try inject(byName: name.description)
  }

  /// Injects the only dependency of a name that takes no parameters.
  ///
  /// - Parameter name: What has the name as its raw value.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `rawValue` costs.
  public static func inject<Name: RawRepresentable, SomeDependency>(
    byName name: Name
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue)
  }

  /// Injects the only dependency of a value that takes no parameters.
  ///
  /// - Parameter value: A value that is equal to the registered one.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_disfavoredOverload
  public static func inject<Value: Hashable, SomeDependency>(byValue value: Value) throws
    -> SomeDependency
  {
    do {
      return try shared.resolve(value: value, as: SomeDependency.self)
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects the only dependency of a name.
  ///
  /// ```swift
  /// let avatars: ImageCache = try DependencyGraph.inject(byName: "avatars")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byName name: String, parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      return try shared.resolve(
        name: name, as: SomeDependency.self, arguments: repeat each parameters)
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - parameters: The arguments of the factory.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `description` costs.
  @_disfavoredOverload
  public static func inject<
    Name: CustomStringConvertible, SomeDependency, each Parameter: Hashable
  >(byName name: Name, parameters: repeat each Parameter) throws -> SomeDependency {
    try inject(byName: name.description, parameters: repeat each parameters)
  }

  /// Injects the only dependency of a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - parameters: The arguments of the factory.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average, and what `rawValue` costs.
  public static func inject<Name: RawRepresentable, SomeDependency, each Parameter: Hashable>(
    byName name: Name, parameters: repeat each Parameter
  ) throws -> SomeDependency where Name.RawValue == String {
    try inject(byName: name.rawValue, parameters: repeat each parameters)
  }

  /// Injects the only dependency of a value.
  ///
  /// ```swift
  /// let cache: ImageCache = try DependencyGraph.inject(byValue: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - parameters: The arguments of the factory.
  /// - Returns: The instance, as any type that it can be cast to.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  @_disfavoredOverload
  public static func inject<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    byValue value: Value, parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      return try shared.resolve(
        value: value, as: SomeDependency.self, arguments: repeat each parameters)
    } catch { throw InjectionError.wrapping(error) }
  }
}

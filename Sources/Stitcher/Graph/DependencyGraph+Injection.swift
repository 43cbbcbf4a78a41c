internal import StitcherEngine

extension DependencyGraph {
  /// Injects the only dependency of a type.
  ///
  /// ```swift
  /// let accounts: any Accounts = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameter type: The type: that of the registration, or one that it conforms to
  ///   or inherits from.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_disfavoredOverload
  public static func inject<SomeDependency>(
    byType type: SomeDependency.Type = SomeDependency.self
  ) throws -> SomeDependency {
    do { return try find(type) } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects the only dependency of a type that takes parameters.
  ///
  /// ```swift
  /// let drafts: NoteStore = try DependencyGraph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type: that of the registration, or one that it conforms to or inherits from.
  ///   - parameters: The arguments of the factory. Their number and static types
  ///     choose the registration.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1), plus the number of parameters.
  @_disfavoredOverload
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      return try find(type, repeat each parameters)
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects the only dependency of a type, or nil if there is none.
  ///
  /// ```swift
  /// let tracker: Tracker? = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - parameters: The arguments of the factory.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    do {
      return try findIfPresent(type, repeat each parameters)
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects all dependencies of a type, in order of activation, then of declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factories; those that take others are left out.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  public static func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container.Type = Container.self, parameters: repeat each Parameter
  ) throws -> Container where Container.Element == SomeDependency {
    do {
      return Container(
        try shared.resolveAll(SomeDependency.self, arguments: repeat each parameters))
    } catch { throw InjectionError.wrapping(error) }
  }

  /// Injects all dependencies of a type; never nil.
  ///
  /// - Complexity: O(*n*) in the number of instances.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  public static func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container?.Type = Container?.self, parameters: repeat each Parameter
  ) throws -> Container? where Container.Element == SomeDependency {
    do {
      return Container(
        try shared.resolveAll(SomeDependency.self, arguments: repeat each parameters))
    } catch { throw InjectionError.wrapping(error) }
  }
}

public import StitcherEngine

// Whoever injects knows the type, so the forms are inlined up to the search, which knows no type,
// and from the copy of what it finds. What is found in no other way is left to one function.

extension DependencyGraph {
  /// Injects the only dependency of a type.
  ///
  /// ```swift
  /// let accounts: any Accounts = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type: that of the registration, or one that it conforms to
  ///     or inherits from.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    let found = lend(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    do { return try finish(found, type) } catch { throw failure(error, type, file, line) }
  }

  /// Injects the only dependency of a type, or nil if there is none.
  ///
  /// ```swift
  /// let tracker: Tracker? = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lend(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    do { return try finishIfPresent(found, type, file, line) } catch {
      throw failure(error, type, file, line)
    }
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lend(SomeDependency.self, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: SomeDependency.self) }
    do { return try finishOptional(found, SomeDependency.self, file, line) ?? nil } catch {
      throw failure(error, SomeDependency.self, file, line)
    }
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil at the outermost level.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    let found = lend(SomeDependency.self, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: SomeDependency.self) }
    do { return try finishOptional(found, SomeDependency.self, file, line) } catch {
      throw failure(error, SomeDependency.self, file, line)
    }
  }

  /// Injects all dependencies of a type, in order of activation, then of declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public static func inject<Container: DependencyContainingCollection, SomeDependency>(
    byType type: Container.Type = Container.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container where Container.Element == SomeDependency {
    do { return try collect(Container.self, file, line) } catch {
      throw failure(error, SomeDependency.self, file, line)
    }
  }

  /// Injects all dependencies of a type; never nil.
  ///
  /// - Parameters:
  ///   - type: The collection, as an optional.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none, never nil.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @_alwaysEmitIntoClient
  public static func inject<Container: DependencyContainingCollection, SomeDependency>(
    byType type: Container?.Type = Container?.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container? where Container.Element == SomeDependency {
    do { return try collect(Container.self, file, line) } catch {
      throw failure(error, SomeDependency.self, file, line)
    }
  }
}

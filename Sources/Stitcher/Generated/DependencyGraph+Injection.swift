// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The static type is known where an overload is called, so the overloads are inlined there. The
// search of the lookup table needs no static type, and is not inlined. If the search finds no
// live instance, a separate function does the rest.

extension DependencyGraph {
  /// Injects the only dependency of the given type.
  ///
  /// ```swift
  /// let store: NoteStore = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The registered type, a registered protocol or a registered superclass of the
  ///     dependency.
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
    let found = lookUp(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    do { return try finish(found, type) } catch { throw failure(error, type, file, line) }
  }

  /// Injects the only dependency of the given type, and passes arguments to its factory.
  ///
  /// ```swift
  /// let drafts: NoteStore = try DependencyGraph.inject(parameters: "Drafts")
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
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(type, repeat each parameters) } catch {
      throw failure(error, type, file, line)
    }
  }

  /// Injects the only dependency of the given type, and passes arguments to its factory.
  ///
  /// ```swift
  /// let drafts: NoteStore = try DependencyGraph.inject(byType: NoteStore.self, "Drafts")
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
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(type, first, repeat each others) } catch {
      throw failure(error, type, file, line)
    }
  }

  /// Injects the only dependency of the given type; the result is `nil` if no dependency is
  /// registered.
  ///
  /// ```swift
  /// let tracker: Tracker? = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the dependency. For an optional type, the wrapped type is injected.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lookUp(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    do { return try finishIfPresent(found, type, file, line) } catch {
      throw failure(error, type, file, line)
    }
  }

  /// Injects the only dependency of the given type, and passes arguments to its factory; the result
  /// is `nil` if no dependency is registered.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try DependencyGraph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the dependency. For an optional type, the wrapped type is injected.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    do { return try findPresent(type, repeat each parameters) } catch {
      if case .failed(let error) = error { throw failure(error, type, file, line) }
      noteAbsence(of: type, passing: repeat each parameters, at: file, line)
      return nil
    }
  }

  /// Injects the only dependency of the given type, and passes arguments to its factory; the result
  /// is `nil` if no dependency is registered.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try DependencyGraph.inject(byType: NoteStore.self, "Drafts")
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
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    do { return try findPresent(type, first, repeat each others) } catch {
      if case .failed(let error) = error { throw failure(error, type, file, line) }
      noteAbsence(of: type, passing: first, repeat each others, at: file, line)
      return nil
    }
  }

  /// Injects the only dependency of the type that the given optional type wraps; the result is
  /// `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lookUp(SomeDependency.self, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: SomeDependency.self) }
    do {
      return try finishOptional(found, SomeDependency.self, file, line) ?? nil
    } catch { throw failure(error, SomeDependency.self, file, line) }
  }

  /// Injects the only dependency of the type that the given optional type wraps; the result is
  /// `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil` at the outermost level.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(1). A live instance is read without a lock.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    let found = lookUp(SomeDependency.self, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: SomeDependency.self) }
    do {
      return try finishOptional(found, SomeDependency.self, file, line)
    } catch { throw failure(error, SomeDependency.self, file, line) }
  }

  /// Injects the only dependency of the type that the given optional type wraps, and passes
  /// arguments to its factory; the result is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency?.Type, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    do { return try findPresent(SomeDependency.self, repeat each parameters) } catch {
      return try findOptionalItself(
        SomeDependency.self, repeat each parameters, insteadOf: error, file, line) ?? nil
    }
  }

  /// Injects the only dependency of the type that the given optional type wraps, and passes
  /// arguments to its factory; the result is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil` at the outermost level.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency?.Type, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    do { return try findPresent(SomeDependency.self, repeat each parameters) } catch {
      return try findOptionalItself(
        SomeDependency.self, repeat each parameters, insteadOf: error, file, line)
    }
  }

  /// Injects the only dependency of the type that the given optional type wraps, and passes
  /// arguments to its factory; the result is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil`.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency?.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    do { return try findPresent(SomeDependency.self, first, repeat each others) } catch {
      return try findOptionalItself(
        SomeDependency.self, first, repeat each others, insteadOf: error, file, line) ?? nil
    }
  }

  /// Injects the only dependency of the type that the given optional type wraps, and passes
  /// arguments to its factory; the result is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type, such as `Tracker?.self`.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     select the registration.
  ///   - others: The other arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or `nil` at the outermost level.
  /// - Throws: ``InjectionError``, except for a missing dependency of the type.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  public static func inject<SomeDependency, First: Hashable, each Other: Hashable>(
    byType type: SomeDependency?.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    do { return try findPresent(SomeDependency.self, first, repeat each others) } catch {
      return try findOptionalItself(
        SomeDependency.self, first, repeat each others, insteadOf: error, file, line)
    }
  }

  /// Injects all dependencies of the given collection type's element type.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try DependencyGraph.inject()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection type, such as `[any Searchable].self`.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public static func inject<
    Container: DependencyContainingCollection, SomeDependency
  >(
    byType type: Container.Type = Container.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container
  where Container.Element == SomeDependency {
    do { return try collect(type, file, line) } catch {
      throw failure(error, Container.Element.self, file, line)
    }
  }

  /// Injects all dependencies of the given collection type's element type, and passes arguments to
  /// their factories.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try DependencyGraph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection type, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public static func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container.Type = Container.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container
  where Container.Element == SomeDependency {
    do {
      let all = try findAll(in: type, repeat each parameters)
      if all.isEmpty { noteAbsence(of: type, passing: repeat each parameters, at: file, line) }
      return all
    } catch { throw failure(error, Container.Element.self, file, line) }
  }

  /// Injects all dependencies of the given collection type's element type, and passes arguments to
  /// their factories.
  ///
  /// The instances are in the order in which their containers were activated, then in the order of
  /// declaration.
  ///
  /// ```swift
  /// let sources = try DependencyGraph.inject(byType: [any Searchable].self, "Drafts")
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
  /// - Throws: ``InjectionError``, if an instance cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public static func inject<
    Container: DependencyContainingCollection, First: Hashable, each Other: Hashable
  >(
    byType type: Container.Type, _ first: First, _ others: repeat each Other,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container {
    do {
      let all = try findAll(in: type, first, repeat each others)
      if all.isEmpty { noteAbsence(of: type, passing: first, repeat each others, at: file, line) }
      return all
    } catch { throw failure(error, Container.Element.self, file, line) }
  }

  /// Injects all dependencies of the given optional collection type's element type; the result is
  /// never `nil`.
  ///
  /// - Parameters:
  ///   - type: The optional collection type.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created.
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
    try inject(byType: Container.self, file: file, line: line) as Container
  }

  /// Injects all dependencies of the given optional collection type's element type, and passes
  /// arguments to their factories; the result is never `nil`.
  ///
  /// - Parameters:
  ///   - type: The optional collection type.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances, or an empty collection if no dependency is registered.
  /// - Throws: ``InjectionError``, if an instance cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @_alwaysEmitIntoClient
  public static func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container?.Type = Container?.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container? where Container.Element == SomeDependency {
    try inject(byType: Container.self, parameters: repeat each parameters, file: file, line: line)
      as Container
  }
}

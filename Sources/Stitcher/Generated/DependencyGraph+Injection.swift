// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The caller knows the type, so the forms are inlined up to the search, which knows no type, and
// from the copy of the instance that it finds. One function does the rest.

extension DependencyGraph {
  /// Injects the only dependency of a type.
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
    let found = lend(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    do { return try finish(found, type) } catch { throw failure(error, type, file, line) }
  }

  /// Injects the only dependency of a type that takes parameters.
  ///
  /// ```swift
  /// let drafts: NoteStore = try DependencyGraph.inject(parameters: "Drafts")
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

  /// Injects the only dependency of a type that takes parameters.
  ///
  /// ```swift
  /// let drafts: NoteStore = try DependencyGraph.inject(byType: NoteStore.self, "Drafts")
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

  /// Injects the only dependency of a type that takes parameters, or nil if there is none.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try DependencyGraph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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

  /// Injects the only dependency of a type that takes parameters, or nil if there is none.
  ///
  /// ```swift
  /// let drafts: NoteStore? = try DependencyGraph.inject(byType: NoteStore.self, "Drafts")
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
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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
    do {
      return try finishOptional(found, SomeDependency.self, file, line) ?? nil
    } catch { throw failure(error, SomeDependency.self, file, line) }
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
    do {
      return try finishOptional(found, SomeDependency.self, file, line)
    } catch { throw failure(error, SomeDependency.self, file, line) }
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil at the outermost level.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     choose the registration.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - first: The first argument of the factory. The number and static types of all arguments
  ///     choose the registration.
  ///   - others: Its further arguments.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil at the outermost level.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
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

  /// Injects all dependencies of a type that take parameters, in order of activation, then of
  /// declaration.
  ///
  /// ```swift
  /// let sources: [any Searchable] = try DependencyGraph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
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

  /// Injects all dependencies of a type that take parameters, in order of activation, then of
  /// declaration.
  ///
  /// ```swift
  /// let sources = try DependencyGraph.inject(byType: [any Searchable].self, "Drafts")
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
  /// - Throws: ``InjectionError``, if one of them cannot be created.
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
    try inject(byType: Container.self, file: file, line: line) as Container
  }

  /// Injects all dependencies of a type that take parameters; never nil.
  ///
  /// - Parameters:
  ///   - type: The collection, as an optional.
  ///   - parameters: The arguments of the factory. Their number and static types choose the
  ///     registration.
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

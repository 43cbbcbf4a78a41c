internal import StitcherEngine

// The forms of `DependencyGraph+Parameters.swift`, in a graph that is given.

extension DependencyGraph {
  /// Injects the only dependency of a type that takes parameters.
  ///
  /// ```swift
  /// let drafts: NoteStore = try graph.inject(parameters: "Drafts")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type: that of the registration, or one that it conforms to or inherits from.
  ///   - parameters: The arguments of the factory. Their number and static types
  ///     choose the registration.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance.
  /// - Throws: ``InjectionError``.
  /// - Complexity: O(1), plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency {
    do { return try find(type, repeat each parameters) } catch {
      throw failure(error, type, file, line)
    }
  }

  /// Injects the only dependency of a type that takes parameters, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The type; of an optional, the one that it wraps is meant.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency.Type = SomeDependency.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    do { return try findPresent(type, repeat each parameters) } catch {
      if case .failed(let error) = error { throw failure(error, type, file, line) }
      noteAbsence(of: type, passing: repeat each parameters, at: file, line)
      return nil
    }
  }

  /// Injects the only dependency of the type that an optional wraps, or nil if there is none.
  ///
  /// - Parameters:
  ///   - type: The optional.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, each Parameter: Hashable>(
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
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instance, or nil at the outermost level.
  /// - Throws: ``InjectionError``, but not if the dependency itself is missing.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  public func inject<SomeDependency, each Parameter: Hashable>(
    byType type: SomeDependency?.Type, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    do { return try findPresent(SomeDependency.self, repeat each parameters) } catch {
      return try findOptionalItself(
        SomeDependency.self, repeat each parameters, insteadOf: error, file, line)
    }
  }

  /// Injects all dependencies of a type that take parameters, in order of activation, then of
  /// declaration.
  ///
  /// - Parameters:
  ///   - type: The collection, such as `[any Searchable].self`.
  ///   - parameters: The arguments of the factories; those that take others are left out.
  ///   - file: The file of the injection, for diagnostics.
  ///   - line: The line of the injection, for diagnostics.
  /// - Returns: The instances; empty if there are none.
  /// - Throws: ``InjectionError``, if one of them cannot be created.
  /// - Complexity: O(*n*) in the number of instances.
  @_alwaysEmitIntoClient
  public func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container.Type = Container.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container where Container.Element == SomeDependency {
    do {
      let all = try findAll(in: type, repeat each parameters)
      if all.isEmpty {
        noteAbsence(of: type, passing: repeat each parameters, at: file, line)
      }
      return all
    } catch { throw failure(error, SomeDependency.self, file, line) }
  }

  /// Injects all dependencies of a type that take parameters; never nil.
  ///
  /// - Parameters:
  ///   - type: The collection, as an optional.
  ///   - parameters: The arguments of the factories; those that take others are left out.
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
  public func inject<
    Container: DependencyContainingCollection, SomeDependency, each Parameter: Hashable
  >(
    byType type: Container?.Type = Container?.self, parameters: repeat each Parameter,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container? where Container.Element == SomeDependency {
    try inject(
      byType: Container.self, parameters: repeat each parameters, file: file, line: line)
      as Container
  }
}

// What the inlined forms call; see `DependencyGraph+InstanceRequests.swift`.
extension DependencyGraph {
  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @_alwaysEmitIntoClient
  func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    if Self.isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try findPresent(type, single: parameter) }
    }
    return try findPresent(type, several: repeat each parameters)
  }

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @usableFromInline
  @inline(never)
  func findPresent<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws(Absence) -> SomeDependency {
    try Borrowed(graph).findPresent(type, single: parameter)
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @usableFromInline
  @inline(never)
  func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    try Borrowed(graph).findPresent(type, repeat each parameters)
  }

  /// Returns the only dependency of an optional type, after neither the wrapped one nor what that
  /// stands for was found; nil if there is none.
  ///
  /// - Parameter absence: Why there is none of the wrapped type.
  /// - Throws: ``InjectionError``.
  @usableFromInline
  @inline(never)
  func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter, insteadOf absence: Absence,
    _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency?? {
    do {
      if case .failed(let error) = absence { throw error }
      if let value = try findOptionalItself(type, repeat each parameters) { return value }
      noteAbsence(
        of: SomeDependency?.self, passing: repeat each parameters, at: file, line)
      return nil
    } catch { throw failure(error, type, file, line) }
  }
}

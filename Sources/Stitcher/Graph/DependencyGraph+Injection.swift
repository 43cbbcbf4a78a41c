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
  @inlinable
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
  @inlinable
  public static func inject<SomeDependency>(
    byType type: SomeDependency.Type = SomeDependency.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lend(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    do { return try finishIfPresent(found, type) } catch { throw failure(error, type, file, line) }
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
  @inlinable
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency? {
    let found = lend(ObjectIdentifier(SomeDependency.self))
    if found.isLive { return found.take(as: SomeDependency.self) }
    do { return try finishOptional(found, SomeDependency.self) ?? nil } catch {
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
  @inlinable
  public static func inject<SomeDependency>(
    byType type: SomeDependency?.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> SomeDependency?? {
    let found = lend(ObjectIdentifier(SomeDependency.self))
    if found.isLive { return found.take(as: SomeDependency.self) }
    do { return try finishOptional(found, SomeDependency.self) } catch {
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
  @inlinable
  public static func inject<Container: DependencyContainingCollection, SomeDependency>(
    byType type: Container.Type = Container.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container where Container.Element == SomeDependency {
    do { return Container(try findAll(SomeDependency.self)) } catch {
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
  @inlinable
  public static func inject<Container: DependencyContainingCollection, SomeDependency>(
    byType type: Container?.Type = Container?.self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Container? where Container.Element == SomeDependency {
    do { return Container(try findAll(SomeDependency.self)) } catch {
      throw failure(error, SomeDependency.self, file, line)
    }
  }
}

// What the inlined forms call. They know no place, which only an error needs, and throw what
// the engine or a factory does.
extension DependencyGraph {
  /// Returns the error of a form that asks by a type.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, _ type: any Any.Type, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .type(type), file, line)
  }

  /// Finds what a type leads to.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lend(_ type: ObjectIdentifier) -> _Found { lent.with { $0.find(type) } }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finish<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    try findRest(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @inlinable
  @inline(__always)
  static func findPresent<SomeDependency>(
    _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    let found = lend(ObjectIdentifier(type))
    if found.isLive { return found.take(as: type) }
    return try finishPresent(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live.
  ///
  /// - Throws: Why there is none.
  @usableFromInline
  @inline(never)
  static func finishPresent<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    let graph = lent
    if !graph.with({ $0.isMissing(found) }) {
      do { return try graph.with { try $0.finish(found, .type(type)) } } catch {
        if !shared.isMissing(type, error) { throw .failed(error) }
      }
    }
    return try findInside(type)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live; nil
  /// if there is none.
  ///
  /// It is specialized, not inlined: the optional is made where its type is known.
  ///
  /// - Throws: What the engine or a factory throws.
  @inlinable
  @inline(never)
  static func finishIfPresent<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      return nil
    }
  }

  /// Returns the only dependency of the type that an optional wraps, or of the optional itself,
  /// where it is not live; nil if there is neither.
  ///
  /// - Throws: What the engine or a factory throws.
  @inlinable
  @inline(never)
  static func finishOptional<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency?? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      return try findOptionalItself(type)
    }
  }

  /// Returns all dependencies of a type that take no parameters.
  ///
  /// It is specialized, not inlined: those that are live are taken where their type is known.
  ///
  /// - Throws: What the engine or a factory throws.
  @inlinable
  @inline(never)
  static func findAll<SomeDependency>(_ type: SomeDependency.Type) throws -> [SomeDependency] {
    let found = lendAll(ObjectIdentifier(type))
    let count = found.liveCount
    guard count > 0 else { return try finishAll(found, type) }
    var all: [SomeDependency] = []
    all.reserveCapacity(count)
    for position in 0..<count {
      let one = found.live(at: position, ObjectIdentifier(type))
      guard one.isLive else { return try finishAll(found, type) }
      all.append(one.take(as: type))
    }
    found.letGo()
    return all
  }

  /// Finds all dependencies of a type.
  @usableFromInline
  @inline(never)
  static func lendAll(_ type: ObjectIdentifier) -> _FoundAll { lent.with { $0.findAll(type) } }

  /// Returns all dependencies of a type that take no parameters, where not all are live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finishAll<SomeDependency>(
    _ found: _FoundAll, _ type: SomeDependency.Type
  ) throws -> [SomeDependency] {
    try lent.with { try $0.finish(found, type) }
  }
}

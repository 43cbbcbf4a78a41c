// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The functions that the inlined asynchronous overloads call.

extension DependencyGraph {
  /// Returns a type-erased list of the given arguments.
  @_alwaysEmitIntoClient
  static func box<each Parameter: Sendable>(_ parameters: repeat each Parameter) -> _ArgumentList {
    _ArgumentList(repeat each parameters)
  }

  /// Releases a lookup result that the caller does not use.
  @usableFromInline
  @inline(never)
  static func release(_ found: _LookupResult) { found.unpin() }

  /// Injects the only dependency of the given type, and awaits its factory if that is asynchronous.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = unretained.object
    do {
      let value = try await graph.findAsync(type, parameters)
      if isEmptyDependency(value) { graph.noteAbsence(of: type, parameters, file, line) }
      return value
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
  }

  /// Injects the only dependency of the given type, and awaits its factory if that is asynchronous;
  /// the result is `nil` if no dependency is registered.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    let graph = unretained.object
    do {
      if let value = try await graph.findPresentAsync(type, parameters) { return value }
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
    graph.noteAbsence(of: SomeDependency?.self, parameters, file, line)
    return nil
  }

  /// Injects the dependency that is registered as the given collection type itself; if there is
  /// none, injects all dependencies of the element type.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> Container where Container.Element: Sendable {
    let graph = unretained.object
    do {
      let all = try await graph.collectAsync(type, parameters)
      if all.isEmpty { graph.noteAbsence(of: type, parameters, file, line) }
      return all
    } catch {
      throw InjectionError.wrappingAsync(
        error, .type(Container.Element.self), file, line, in: graph)
    }
  }

  /// Injects the only dependency with the given name, and awaits its factory if that is
  /// asynchronous.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    name: String, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = unretained.object
    let key = LookupKey.name(name)
    do { return try await graph.resolve(key, as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, key, file, line, in: graph)
    }
  }

  /// Injects the only dependency that is registered for the given value, and awaits its factory if
  /// that is asynchronous.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable
  >(
    value: Value, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = unretained.object
    let key = LookupKey.value(TypedValueKey(value))
    do { return try await graph.resolve(key, as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, key, file, line, in: graph)
    }
  }
}

// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// Functions that the inlined asynchronous forms call.

extension DependencyGraph {
  /// Erases the types of parameters.
  @_alwaysEmitIntoClient
  static func box<each Parameter: Sendable>(_ parameters: repeat each Parameter) -> _ArgumentList {
    _ArgumentList(repeat each parameters)
  }

  /// Releases a lookup result whose instance is not taken.
  @usableFromInline
  @inline(never)
  static func letGo(_ found: _LookupResult) { found.unpin() }

  /// Injects the only dependency of a type, or of what an optional or a collection contains.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = lent.object
    do {
      let value = try await graph.findAsync(type, parameters)
      if isEmptyDependency(value) { graph.noteAbsence(of: type, parameters, file, line) }
      return value
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
  }

  /// Returns the same as `findAsync(_:_:_:_:)`; nil if there is none.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    let graph = lent.object
    do {
      if let value = try await graph.findPresentAsync(type, parameters) { return value }
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
    graph.noteAbsence(of: SomeDependency?.self, parameters, file, line)
    return nil
  }

  /// Injects all dependencies of an element type, or the collection that is registered itself.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> Container where Container.Element: Sendable {
    let graph = lent.object
    do {
      let all = try await graph.collectAsync(type, parameters)
      if all.isEmpty { graph.noteAbsence(of: type, parameters, file, line) }
      return all
    } catch {
      throw InjectionError.wrappingAsync(
        error, .type(Container.Element.self), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a name.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    name: String, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = lent.object
    let key = LookupKey.name(name)
    do { return try await graph.resolve(key, as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, key, file, line, in: graph)
    }
  }

  /// Injects the only dependency of a value.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable
  >(
    value: Value, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = lent.object
    let key = LookupKey.value(TypedValueKey(value))
    do { return try await graph.resolve(key, as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, key, file, line, in: graph)
    }
  }
}

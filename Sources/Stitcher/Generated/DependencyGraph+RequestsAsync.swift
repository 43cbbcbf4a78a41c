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
  @_alwaysEmitIntoClient
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    try await current.findAsync(type, parameters, file, line)
  }

  /// Injects the only dependency of the given type, and awaits its factory if that is asynchronous;
  /// the result is `nil` if no dependency is registered.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) static func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    try await current.findPresentAsync(type, parameters, file, line)
  }

  /// Injects the dependency that is registered as the given collection type itself; if there is
  /// none, injects all dependencies of the element type.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) static func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> Container where Container.Element: Sendable {
    try await current.collectAsync(type, parameters, file, line)
  }

  /// Injects the only dependency with the given name, and awaits its factory if that is
  /// asynchronous.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    name: String, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    try await current.findAsync(name: name, parameters, file, line)
  }

  /// Injects the only dependency that is registered for the given value, and awaits its factory if
  /// that is asynchronous.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) static func findAsync<
    Value: Hashable & Sendable, SomeDependency: Sendable
  >(
    value: Value, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    try await current.findAsync(value: value, parameters, file, line)
  }
}

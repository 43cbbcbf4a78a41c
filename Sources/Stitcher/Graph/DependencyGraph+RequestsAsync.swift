public import StitcherContainers
public import StitcherEngine

// What the inlined asynchronous forms call; see `DependencyGraph+Requests.swift`.

extension DependencyGraph {
  /// Erases parameters.
  @_alwaysEmitIntoClient
  static func box<each Parameter: Sendable>(
    _ parameters: repeat each Parameter
  ) -> _ArgumentList {
    _ArgumentList(repeat each parameters)
  }

  /// Erases parameters.
  @_alwaysEmitIntoClient
  func box<each Parameter: Sendable>(_ parameters: repeat each Parameter) -> _ArgumentList {
    _ArgumentList(repeat each parameters)
  }

  /// Lets go of what was found and is not taken.
  @usableFromInline
  @inline(never)
  static func letGo(_ found: _Found) { found.unpin() }

  /// Injects the only dependency of a type, or what the type stands for.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = lent.object
    do { return try await graph.findAsync(type, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a type, or what the type stands for; nil if there is none.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    let graph = lent.object
    do { return try await graph.findPresentAsync(type, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
    }
  }

  /// Injects all dependencies of a type.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) static func findAllAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> [SomeDependency] {
    let graph = lent.object
    do { return try await graph.resolveAll(type, as: type, parameters, in: nil) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
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
    do { return try await graph.resolve(.name(name), as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .name(name), file, line, in: graph)
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

extension DependencyGraph {
  /// Lets go of what was found and is not taken.
  @usableFromInline
  @inline(never)
  func letGo(_ found: _Found) { found.unpin() }

  /// Injects the only dependency of a type, or what the type stands for.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = graph
    do { return try await graph.findAsync(type, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a type, or what the type stands for; nil if there is none.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    let graph = graph
    do { return try await graph.findPresentAsync(type, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
    }
  }

  /// Injects all dependencies of a type.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findAllAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> [SomeDependency] {
    let graph = graph
    do { return try await graph.resolveAll(type, as: type, parameters, in: nil) } catch {
      throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a name.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findAsync<SomeDependency: Sendable>(
    name: String, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = graph
    do { return try await graph.resolve(.name(name), as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, .name(name), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a value.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findAsync<Value: Hashable & Sendable, SomeDependency: Sendable>(
    value: Value, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency {
    let graph = graph
    let key = LookupKey.value(TypedValueKey(value))
    do { return try await graph.resolve(key, as: SomeDependency.self, parameters) } catch {
      throw InjectionError.wrappingAsync(error, key, file, line, in: graph)
    }
  }
}

extension InjectionError {
  /// Returns the error of an asynchronous request: `CancellationError` as it is.
  static func wrappingAsync(
    _ error: any Error, _ key: @autoclosure () -> LookupKey, _ file: StaticString, _ line: UInt,
    in graph: Graph
  ) -> any Error {
    if error is CancellationError { return error }
    return wrapping(error, key(), file, line, in: graph)
  }
}

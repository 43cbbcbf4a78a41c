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
    do {
      let value = try await graph.findAsync(type, parameters)
      if isEmptyDependency(value) { graph.noteAbsence(of: type, parameters, file, line) }
      return value
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
  }

  /// Injects the only dependency of a type, or what the type stands for; nil if there is none.
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
    do {
      let value = try await graph.findAsync(type, parameters)
      if isEmptyDependency(value) { graph.noteAbsence(of: type, parameters, file, line) }
      return value
    } catch { throw InjectionError.wrappingAsync(error, .type(type), file, line, in: graph) }
  }

  /// Injects the only dependency of a type, or what the type stands for; nil if there is none.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError`.
  @usableFromInline
  nonisolated(nonsending) func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> SomeDependency? {
    let graph = graph
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
  nonisolated(nonsending) func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt
  ) async throws -> Container where Container.Element: Sendable {
    let graph = graph
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

extension Graph {
  /// Notes that an optional or a collection is empty, which a strict test hears of if the injection
  /// has lost the test's graph.
  func noteAbsence(
    of type: any Any.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt,
    isProperty: Bool = false
  ) {
    if DependencyGraph.isOnlyOne { return }
    LostContext.noteAbsence(
      of: type, taking: parameters.types, in: self, isProperty: isProperty,
      at: SourceLocation(file: file, line: line))
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

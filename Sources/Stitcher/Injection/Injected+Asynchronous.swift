internal import StitcherEngine

// What `@InjectedInitializer(asynchronous: true)` gives to constants: what a property of the type
// would hold, whatever the factory is. Public since it stands in the code of users.

extension Injected where Value: Sendable {
  /// Injects the only dependency of a type; nil or empty if it may be, and nothing is registered.
  ///
  /// - Parameters:
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  @_disfavoredOverload
  nonisolated(nonsending) public static func _valueAsync(
    file: StaticString, line: UInt
  ) async throws -> Value {
    let graph = DependencyGraph.lent.object
    do {
      let value = try await graph.findAsync(Value.self, DependencyGraph.box())
      if isEmptyDependency(value) { noteAbsence(file, line, in: graph) }
      return value
    } catch {
      return try absence(error, .type(Value.self), file, line, in: graph)
    }
  }

  /// Injects the only dependency of the wrapped type, or nil.
  ///
  /// - Parameters:
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public static func _valueAsync<V: Sendable>(
    file: StaticString, line: UInt
  ) async throws -> Value where Value == V? {
    let graph = DependencyGraph.lent.object
    do {
      if let value = try await graph.findPresentAsync(V.self, DependencyGraph.box()) {
        return value
      }
      noteAbsence(file, line, in: graph)
      return nil
    } catch {
      return try absence(error, .type(V.self), file, line, in: graph)
    }
  }

  /// Injects all dependencies of the element type.
  ///
  /// - Parameters:
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public static func _valueAsync<V: Sendable>(
    file: StaticString, line: UInt
  ) async throws -> Value where Value: DependencyContainingCollection, Value.Element == V {
    let graph = DependencyGraph.lent.object
    do {
      let all = try await graph.collectAsync(Value.self, DependencyGraph.box())
      if all.isEmpty { noteAbsence(file, line, in: graph) }
      return all
    } catch {
      return try absence(error, .type(V.self), file, line, in: graph)
    }
  }

  /// Injects the only dependency of a name; nil or empty if it may be, and there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public static func _valueAsync(
    name: String, file: StaticString, line: UInt
  ) async throws -> Value {
    try await value(of: .name(name), file, line)
  }

  /// Injects the only dependency of a value; nil or empty if it may be, and there is none.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public static func _valueAsync<Key: Hashable>(
    value: Key, file: StaticString, line: UInt
  ) async throws -> Value {
    try await self.value(of: .value(TypedValueKey(value)), file, line)
  }

  /// Injects the only dependency of a key.
  nonisolated(nonsending) static func value(
    of key: LookupKey, _ file: StaticString, _ line: UInt
  ) async throws -> Value {
    let graph = DependencyGraph.lent.object
    do { return try await graph.resolve(key, as: Value.self, DependencyGraph.box()) } catch {
      return try absence(error, key, file, line, in: graph)
    }
  }

  /// Notes that the value is nil or empty, since nothing is registered.
  private static func noteAbsence(_ file: StaticString, _ line: UInt, in graph: Graph) {
    graph.noteAbsence(of: Value.self, DependencyGraph.box(), file, line, isProperty: true)
  }

  /// Returns the empty value of the type where nothing is registered, or throws what was thrown.
  private static func absence(
    _ error: any Error, _ key: LookupKey, _ file: StaticString, _ line: UInt, in graph: Graph
  ) throws -> Value {
    if error is CancellationError { throw error }
    // What is missing further in was thrown by a factory, as an injection error.
    if let failure = error as? ResolutionFailure, case .missing(let key) = failure.reason,
      let empty = Value.self as? any EmptyValueProviding.Type
    {
      LostContext.noteAbsence(
        of: [key], taking: failure.parameterTypes, in: graph, isProperty: true,
        at: SourceLocation(file: file, line: line))
      // The empty value of a type is of that type.
      return empty.emptyValue as! Value
    }
    throw InjectionError.wrapping(error, key, file, line, isProperty: true, in: graph)
  }
}

internal import StitcherEngine

// What `@InjectedInitializer(asynchronous: true)` gives to constants: what a property of the type
// would hold, whatever the factory is. Public since it stands in the code of users.

extension Injected where Value: Sendable {
  /// Injects by the type of a constant. An optional is nil and a collection is empty if nothing is
  /// registered.
  ///
  /// - Parameters:
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public static func _valueAsync(
    file: StaticString, line: UInt
  ) async throws -> Value {
    let graph = DependencyGraph.lent.object
    do {
      let value = try await graph.findAsync(Value.self, DependencyGraph.box())
      if isEmptyDependency(value) {
        graph.noteAbsence(of: Value.self, DependencyGraph.box(), file, line, isProperty: true)
      }
      return value
    } catch {
      let type = CompositeRegistrations.containedType(of: Value.self) ?? Value.self
      return try absence(error, .type(type), file, line, in: graph)
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

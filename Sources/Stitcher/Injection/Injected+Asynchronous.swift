internal import StitcherEngine

// The initializer that `@InjectedInitializer(asynchronous: true)` generates calls these functions.
// A constant gets the same value as an `@Injected` property of its type, but the factory may be
// asynchronous. The functions are public, since generated code is compiled in the module of the
// user.

extension Injected where Value: Sendable {
  /// Injects a value by its type, and awaits an asynchronous factory. If nothing is registered,
  /// returns the empty value of the type, such as `nil`; if the type has no empty value, throws an
  /// error.
  ///
  /// If nothing is registered, an optional is `nil`, and an array, a set or a dictionary is empty.
  nonisolated(nonsending) public static func _valueAsync(
    file: StaticString, line: UInt
  ) async throws -> Value {
    let graph = DependencyGraph.unretained.object
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

  /// Injects the only dependency with the given name, and awaits an asynchronous factory. If
  /// nothing is registered, returns the empty value of the type, such as `nil`; if the type has no
  /// empty value, throws an error.
  ///
  /// If nothing is registered, an optional is `nil`, and an array, a set or a dictionary is empty.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  nonisolated(nonsending) public static func _valueAsync(
    name: String, file: StaticString, line: UInt
  ) async throws -> Value {
    try await value(of: .name(name), file, line)
  }

  /// Injects the only dependency that is registered for the given value, and awaits an asynchronous
  /// factory. If nothing is registered, returns the empty value of the type, such as `nil`; if the
  /// type has no empty value, throws an error.
  ///
  /// If nothing is registered, an optional is `nil`, and an array, a set or a dictionary is empty.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the constant, for diagnostics.
  ///   - line: The line of the constant, for diagnostics.
  nonisolated(nonsending) public static func _valueAsync<Key: Hashable>(
    value: Key, file: StaticString, line: UInt
  ) async throws -> Value {
    try await self.value(of: .value(TypedValueKey(value)), file, line)
  }

  /// Injects the only dependency with the given lookup key. If nothing is registered, returns the
  /// empty value of the type, such as `nil`; if the type has no empty value, throws an error.
  nonisolated(nonsending) static func value(
    of key: LookupKey, _ file: StaticString, _ line: UInt
  ) async throws -> Value {
    let graph = DependencyGraph.unretained.object
    do { return try await graph.resolve(key, as: Value.self, DependencyGraph.box()) } catch {
      return try absence(error, key, file, line, in: graph)
    }
  }

  /// Returns the empty value of the property's type, such as `nil`, for a missing dependency;
  /// otherwise throws the given error.
  private static func absence(
    _ error: any Error, _ key: LookupKey, _ file: StaticString, _ line: UInt, in graph: Graph
  ) throws -> Value {
    if error is CancellationError { throw error }
    // If a dependency of the requested one were missing, the factory would have thrown an injection
    // error, which is not a `ResolutionFailure`.
    if let failure = error as? ResolutionFailure, case .missing(let key) = failure.reason,
      let empty = Value.self as? any EmptyValueProviding.Type
    {
      LostContext.noteAbsence(
        of: [key], taking: failure.parameterTypes, in: graph, isProperty: true,
        at: SourceLocation(file: file, line: line))
      // The protocol declares the empty value as `Self`, so the cast succeeds.
      return empty.emptyValue as! Value
    }
    throw InjectionError.wrapping(error, key, file, line, isProperty: true, in: graph)
  }
}

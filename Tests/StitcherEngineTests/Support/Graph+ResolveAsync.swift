import StitcherEngine

extension Graph {
  /// Returns the only dependency with a name, with parameters of the arguments' types.
  nonisolated(nonsending) func resolve<Value: Sendable, each Argument: Sendable>(
    name: String, as type: Value.Type, arguments: repeat each Argument,
    in context: AsyncResolutionContext?
  ) async throws -> Value {
    try await resolve(.name(name), as: type, _ArgumentList(repeat each arguments), in: context)
  }

  /// Returns the only dependency with a value as its key, with parameters of the arguments' types.
  nonisolated(nonsending) func resolve<Value: Sendable, Key: Hashable, each Argument: Sendable>(
    value: Key, as type: Value.Type, arguments: repeat each Argument,
    in context: AsyncResolutionContext?
  ) async throws -> Value {
    try await resolve(
      .value(TypedValueKey(value)), as: type, _ArgumentList(repeat each arguments), in: context)
  }

  /// Returns the only dependency of a type; `nil` if none is registered.
  nonisolated(nonsending) func resolveIfPresent<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> Value? {
    do {
      return try await resolve(type, arguments: repeat each arguments, in: context)
    } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Returns all dependencies of a type, with parameters of the arguments' types.
  nonisolated(nonsending) func resolveAll<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    try await resolveAll(type, as: type, _ArgumentList(repeat each arguments), in: context)
  }
}

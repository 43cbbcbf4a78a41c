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
}

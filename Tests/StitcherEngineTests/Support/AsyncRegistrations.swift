import StitcherEngine

extension Registration {
  /// Registers an asynchronous factory by its type.
  static func async<Produced: Sendable, each Parameter: Sendable>(
    _ type: Produced.Type, scope: Scope = .singleton, file: StaticString = #fileID,
    line: UInt = #line,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws ->
      Produced
  ) -> Registration {
    AsyncTypedRegistration(
      locator: .type(type), scope: scope, location: SourceLocation(file: file, line: line),
      factory: factory)
  }
}

extension AsyncResolutionContext {
  /// Resolves with the context that the factory was given.
  func get<Value: Sendable>(_ type: Value.Type) async throws -> Value {
    try await graph.resolve(type, in: self)
  }
}

/// Returns what an asynchronous closure throws.
func failure<Result>(of body: () async throws -> Result) async -> Failure {
  do {
    _ = try await body()
    return .none
  } catch {
    return failure { throw error }
  }
}

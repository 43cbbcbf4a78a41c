import StitcherEngine
import StitcherTestSupport

extension Registration {
  /// Registers an asynchronous factory by its type.
  static func async<Produced: Sendable, each Parameter: Sendable>(
    _ type: Produced.Type, scope: Scope = .singleton, file: StaticString = #fileID,
    line: UInt = #line,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws ->
      Produced
  ) -> Registration {
    .async(.type(type), scope: scope, file: file, line: line, factory)
  }

  /// Registers an asynchronous factory by any locator.
  static func async<Produced: Sendable, each Parameter: Sendable>(
    _ locator: Locator, scope: Scope = .singleton, file: StaticString = #fileID,
    line: UInt = #line,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws ->
      Produced
  ) -> Registration {
    AsyncRegistration(
      locator: locator, scope: scope, location: SourceLocation(file: file, line: line),
      factory: factory)
  }
}

extension AsyncResolutionContext {
  /// Resolves with the context that the factory has received.
  func get<Value: Sendable>(_ type: Value.Type) async throws -> Value {
    try await graph.resolve(type, in: self)
  }
}

/// Runs a closure on a new thread, without blocking one of the pool.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    _ = Worker { continuation.resume(returning: body()) }
  }
}

/// Waits until the current task is cancelled.
func untilCancelled() async {
  let gate = AsyncGate()
  await withTaskCancellationHandler {
    await gate.wait()
  } onCancel: {
    gate.open()
  }
}

/// Returns the failure of an asynchronous closure.
func failure<Result>(of body: () async throws -> Result) async -> Failure {
  do {
    _ = try await body()
    return .none
  } catch {
    return failure { throw error }
  }
}

extension AsyncRegistration {
  /// Creates a registration from its most common attributes.
  ///
  /// The other attributes have default values.
  convenience init<Produced: Sendable, each Parameter: Sendable>(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.init(Details(locator: locator, scope: scope, location: location), factory)
  }
}

/// An asynchronous factory whose types are known.
final class TypedAsyncProducer<Produced: Sendable, each Parameter: Sendable>: AsyncFactory,
  @unchecked Sendable  // Safe: the factory is a constant, and `@Sendable`.
{
  /// Makes an instance.
  let factory: @Sendable (AsyncResolutionContext, repeat each Parameter) async throws -> Produced

  /// Takes a factory over.
  init(
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.factory = factory
  }

  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance {
    .holding(try await run(registration, step, arguments, for: creation))
  }

  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value {
    let product = try await run(registration, step, arguments, for: nil)
    step.tell(product)
    return try cast(product)
  }

  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool { false }

  /// Runs the factory with arguments that the caller has checked.
  private func run(
    _ registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> Produced {
    try await step.run(registration, for: creation) { context in
      var left = (arguments as [Any])[...]
      return try await factory(context, repeat nextArgument((each Parameter).self, of: &left))
    }
  }
}

extension AsyncRegistration {
  /// Creates a registration.
  package convenience init<Produced: Sendable, each Parameter: Sendable>(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.init(Details(locator: locator, scope: scope, location: location), factory)
  }

  /// Creates a registration from its details.
  package convenience init<Produced: Sendable, each Parameter: Sendable>(
    _ details: Details,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.init(
      details, TypedAsyncProducer<Produced, repeat each Parameter>(factory),
      producedType: Produced.self, parameterTypes: typeList(repeat (each Parameter).self))
  }
}

/// An asynchronous factory whose types are known. It takes the tuple of its parameters.
final class TypedAsyncProducer<Produced: Sendable, Arguments>: AsyncFactory,
  @unchecked Sendable  // Safe: constants, and the closures are `@Sendable`.
{
  /// Makes an instance.
  let factory: @Sendable (AsyncResolutionContext, Arguments) async throws -> Produced

  /// The parameters.
  private let parameters: Parameters<Arguments>

  /// Takes a factory over.
  init(
    _ parameters: Parameters<Arguments>,
    _ factory: @escaping @Sendable (AsyncResolutionContext, Arguments) async throws -> Produced
  ) {
    self.parameters = parameters
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

  /// Runs the factory with arguments that the caller has checked.
  private func run(
    _ registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> Produced {
    try await step.run(registration, for: creation) { context in
      try await factory(context, parameters.convert(arguments as [Any]))
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
    let parameters: Parameters<(repeat each Parameter)> = .list()
    self.init(
      details,
      TypedAsyncProducer<Produced, (repeat each Parameter)>(parameters) { context, arguments in
        try await factory(context, repeat each arguments)
      }, producedType: Produced.self, parameterTypes: parameters.types)
  }
}

/// What the factory of an ``AsyncRegistration`` does, for every shape of request.
protocol AsyncFactory: AnyObject, Sendable {
  /// Runs the factory with arguments of the right types and wraps the result.
  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance

  /// Runs the factory with arguments of the right types, tells of the result and returns it as a
  /// type.
  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value

  /// Whether a new instance is one that was told of already: what a decoration was given, and has
  /// returned.
  func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool
}

extension AsyncFactory {
  func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool { false }
}

/// A registration whose factory is asynchronous.
package final class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// Makes instances.
  let factory: any AsyncFactory

  /// How many steps of paths there are for this registration.
  let stepCount = AtomicBox<Int>(0)

  /// Creates a registration.
  init(
    _ details: Details, _ factory: any AsyncFactory, producedType: any Any.Type,
    parameterTypes: [any Any.Type], decorated: Registration? = nil
  ) {
    self.factory = factory
    super.init(
      details, producedType: producedType, parameterTypes: parameterTypes, producesObjects: false,
      isAsynchronous: true, decorated: decorated)
  }

  override func copy(_ details: Details) -> Registration {
    AsyncRegistration(
      details, factory, producedType: producedType, parameterTypes: parameterTypes,
      decorated: decorated)
  }

  package override func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool {
    factory.wasReported(instance, arguments)
  }
}

extension Registration {
  /// The registration, if its factory is asynchronous.
  package final var asynchronous: AsyncRegistration? {
    isAsynchronous ? UnretainedReference(self).cast(to: AsyncRegistration.self).object : nil
  }
}

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

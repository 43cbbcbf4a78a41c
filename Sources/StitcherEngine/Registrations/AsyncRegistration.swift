/// The type-erased factory of an ``AsyncRegistration``.
protocol AsyncFactory: AnyObject, Sendable {
  /// Runs the factory, and returns its result as an instance.
  ///
  /// The arguments must have the parameters' types.
  ///
  /// - Parameter creation: The creation that runs in the task, or `nil` if the instance is
  ///   transient.
  /// - Returns: The instance, and whether the hook was already notified of it. That is the case if
  ///   decorators have returned the object that they were given.
  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> (instance: Instance, isReported: Bool)
}

/// A registration with an asynchronous factory.
package final class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  let factory: any AsyncFactory

  /// The number of factories that are creating this registration at the moment, in all tasks.
  let stepCount = AtomicBox<Int>(0)

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
}

extension Registration {
  /// The registration as an ``AsyncRegistration``; `nil` if its factory is synchronous.
  package final var asynchronous: AsyncRegistration? {
    isAsynchronous ? UnretainedReference(self).cast(to: AsyncRegistration.self).object : nil
  }
}

/// An asynchronous factory of statically known types.
///
/// `Arguments` is the tuple of its parameters' types.
final class TypedAsyncProducer<Produced: Sendable, Arguments>: AsyncFactory,
  @unchecked Sendable  // Safe: constants, and the closures are `@Sendable`.
{
  /// The factory closure, which takes a context and the tuple of its parameters.
  let factory: @Sendable (AsyncResolutionContext, Arguments) async throws -> Produced

  private let parameters: Parameters<Arguments>

  init(
    _ parameters: Parameters<Arguments>,
    _ factory: @escaping @Sendable (AsyncResolutionContext, Arguments) async throws -> Produced
  ) {
    self.parameters = parameters
    self.factory = factory
  }

  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> (instance: Instance, isReported: Bool) {
    let product = try await step.run(registration, for: creation) { context in
      try await factory(context, parameters.convert(arguments as [Any]))
    }
    return (.holding(product), false)
  }
}

extension AsyncRegistration {
  /// Creates a registration from its most common attributes.
  ///
  /// The other attributes have default values.
  package convenience init<Produced: Sendable, each Parameter: Sendable>(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.init(Details(locator: locator, scope: scope, location: location), factory)
  }

  /// Creates a registration from all its attributes.
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

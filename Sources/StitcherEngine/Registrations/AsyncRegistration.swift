/// The type-erased factory of an ``AsyncRegistration``.
protocol AsyncFactory: AnyObject, Sendable {
  /// Runs the factory, and returns its result as an instance for the cell.
  ///
  /// The arguments must have the parameters' types.
  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance

  /// Runs the factory, notifies the hook, and returns the result as the requested type.
  ///
  /// The arguments must have the parameters' types.
  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value

  /// Whether the hook was already notified of the given instance.
  ///
  /// That is the case if the decorator has returned the live object that it was given.
  func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool
}

extension AsyncFactory {
  func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool { false }
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

  package override func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool {
    factory.wasReported(instance, arguments)
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
    for creation: Creation
  ) async throws -> Instance {
    .holding(try await run(registration, step, arguments, for: creation))
  }

  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value {
    let product = try await run(registration, step, arguments, for: nil)
    step.graph.callHook(product)
    return try cast(product)
  }

  /// Runs the factory.
  ///
  /// The caller has compared the types of the arguments.
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

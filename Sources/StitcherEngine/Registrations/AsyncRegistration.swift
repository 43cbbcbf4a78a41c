internal import Synchronization

/// A registration whose factory is asynchronous.
package class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// How many steps of paths there are for this registration.
  let stepCount = Atomic<Int>(0)

  /// Creates a registration; called by the subclasses.
  init(
    _ details: Details, producedType: any Any.Type, parameterTypes: [any Any.Type],
    decorated: Registration? = nil
  ) {
    super.init(
      details, producedType: producedType, parameterTypes: parameterTypes, producesObjects: false,
      isAsynchronous: true, decorated: decorated)
  }

  /// Runs the factory with arguments of the right types and wraps the result.
  func makeInstance(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], for creation: Creation
  ) async throws -> Instance {
    fatalError("overridden")
  }

  /// Runs the factory with arguments of the right types, tells of the result and returns it as a
  /// type.
  func make<Value: Sendable>(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    fatalError("overridden")
  }
}

/// A registration with an asynchronous factory whose types are known.
package final class AsyncTypedRegistration<Produced: Sendable, each Parameter: Sendable>:
  AsyncRegistration, @unchecked Sendable  // Safe: see `Registration`.
{
  /// Makes an instance.
  let factory: @Sendable (AsyncResolutionContext, repeat each Parameter) async throws -> Produced

  /// Creates a registration.
  package convenience init(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.init(Details(locator: locator, scope: scope, location: location), factory)
  }

  /// Creates a registration from its details.
  package init(
    _ details: Details,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.factory = factory
    super.init(
      details, producedType: Produced.self, parameterTypes: typeList(repeat (each Parameter).self))
  }

  override func copy(_ details: Details) -> Registration {
    AsyncTypedRegistration(details, factory)
  }

  override func makeInstance(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], for creation: Creation
  ) async throws -> Instance {
    TypedInstance(try await run(step, arguments, for: creation))
  }

  override func make<Value: Sendable>(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    let product = try await run(step, arguments, for: nil)
    step.tell(product)
    return try cast(product)
  }

  /// Runs the factory with arguments that the caller has checked.
  private func run(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], for creation: Creation?
  ) async throws -> Produced {
    try await step.run(self, for: creation) { context in
      var reader = ArgumentReader(arguments)
      return try await factory(context, repeat reader.next((each Parameter).self))
    }
  }
}

extension Registration {
  /// The registration, if its factory is asynchronous.
  final var asynchronous: AsyncRegistration? {
    isAsynchronous ? Borrowed(self).cast(to: AsyncRegistration.self).object : nil
  }
}

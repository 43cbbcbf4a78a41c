internal import Synchronization

/// A registration whose factory is asynchronous.
package class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// How many steps of paths there are for this registration.
  let stepCount = Atomic<Int>(0)

  /// Creates a registration; called by the typed subclass.
  fileprivate init(
    locator: Locator, scope: Scope, parameterTypes: [any Any.Type], location: SourceLocation
  ) {
    // The type that is produced is kept from the synchronous paths, which would run the factory.
    super.init(
      locator: locator, scope: scope, isEager: false, parameterTypes: parameterTypes,
      location: location, producesObjects: false, producedBits: 0)
  }

  override var isAsynchronous: Bool { true }

  override func makeInstance(_ arguments: [Any]) throws -> Instance {
    preconditionFailure("An asynchronous factory cannot be waited for.")
  }

  override func makeAny(_ arguments: [Any]) throws -> Any {
    preconditionFailure("An asynchronous factory cannot be waited for.")
  }

  /// Runs the factory, which takes no parameters, and wraps the result.
  func makeInstance(in context: AsyncCreationContext) async throws -> Instance {
    fatalError("overridden")
  }

  /// Runs the factory with arguments of the right types.
  func makeAny(_ arguments: [any Sendable], in context: AsyncCreationContext) async throws -> Any {
    fatalError("overridden")
  }
}

/// A registration with an asynchronous factory whose types are known.
package final class AsyncTypedRegistration<Produced: Sendable, each Parameter: Sendable>:
  AsyncRegistration, @unchecked Sendable  // Safe: see `Registration`; the factory is `@Sendable`.
{
  /// Makes an instance.
  let factory: @Sendable (AsyncCreationContext, repeat each Parameter) async throws -> Produced

  /// Creates a registration. One that keeps its instance takes no parameters.
  package init(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncCreationContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.factory = factory
    var types: [any Any.Type] = []
    for type in repeat (each Parameter).self { types.append(type) }
    precondition(
      types.isEmpty || scope.rank == 0, "An instance that takes parameters is not kept.")
    super.init(locator: locator, scope: scope, parameterTypes: types, location: location)
  }

  package override var producedType: any Any.Type { Produced.self }

  override func makeInstance(in context: AsyncCreationContext) async throws -> Instance {
    TypedInstance(try await make([], in: context))
  }

  override func makeAny(
    _ arguments: [any Sendable], in context: AsyncCreationContext
  ) async throws -> Any {
    try await make(arguments, in: context)
  }

  /// Runs the factory with arguments that the caller has checked.
  private func make(
    _ arguments: [any Sendable], in context: AsyncCreationContext
  ) async throws -> Produced {
    var position = 0
    func next<Argument>(_ type: Argument.Type) -> Argument {
      defer { position += 1 }
      // The types were compared before, so this succeeds.
      return arguments[position] as! Argument
    }
    return try await factory(context, repeat next((each Parameter).self))
  }
}

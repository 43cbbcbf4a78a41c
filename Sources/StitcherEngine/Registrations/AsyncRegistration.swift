internal import Synchronization

/// A registration whose factory is asynchronous.
package class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// How many steps of paths there are for this registration.
  let stepCount = Atomic<Int>(0)

  /// Creates a registration; called by the typed subclass.
  fileprivate init(_ details: Details, parameterTypes: [any Any.Type]) {
    super.init(
      details, parameterTypes: parameterTypes, producesObjects: false, producedBits: 0,
      isAsynchronous: true)
  }

  /// Runs the factory, which takes no parameters, and wraps the result.
  func makeInstance(in context: AsyncResolutionContext) async throws -> Instance {
    fatalError("overridden")
  }

  /// Runs the factory with arguments of the right types.
  func makeAny(_ arguments: [any Sendable], in context: AsyncResolutionContext) async throws -> Any
  {
    fatalError("overridden")
  }
}

/// A registration with an asynchronous factory whose types are known.
package final class AsyncTypedRegistration<Produced: Sendable, each Parameter: Sendable>:
  AsyncRegistration, @unchecked Sendable  // Safe: see `Registration`.
{
  /// Makes an instance.
  let factory: @Sendable (AsyncResolutionContext, repeat each Parameter) async throws -> Produced

  /// Creates a registration. One that keeps its instance takes no parameters.
  package init(
    locator: Locator, scope: Scope, location: SourceLocation,
    factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    self.factory = factory
    let types = typeList(repeat (each Parameter).self)
    precondition(
      types.isEmpty || scope.rank == Scope.instance.rank,
      "An instance that takes parameters is not kept.")
    super.init(
      Details(locator: locator, scope: scope, location: location), parameterTypes: types)
  }

  package override var producedType: any Any.Type { Produced.self }

  override func makeInstance(in context: AsyncResolutionContext) async throws -> Instance {
    TypedInstance(try await make([], in: context))
  }

  override func makeAny(
    _ arguments: [any Sendable], in context: AsyncResolutionContext
  ) async throws -> Any {
    try await make(arguments, in: context)
  }

  /// Runs the factory with arguments that the caller has checked.
  private func make(
    _ arguments: [any Sendable], in context: AsyncResolutionContext
  ) async throws -> Produced {
    var reader = ArgumentReader(arguments)
    return try await factory(context, repeat reader.next((each Parameter).self))
  }
}

/// A registration with an asynchronous factory.
package final class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// A new instance that the factory has created.
  enum Product: Sendable {
    /// A transient instance that no decorator has wrapped.
    case value(any Sendable)
    /// An instance in the form in which a cell stores it, and whether the graph's instantiation
    /// hook still has to be called with the instance.
    ///
    /// If a decorator has returned the object that it was given, the hook was called already.
    case instance(Instance, needsHook: Bool)
  }

  /// The type of a type-erased asynchronous factory.
  ///
  /// The arguments must have the parameters' types.
  typealias Factory =
    nonisolated(nonsending) @Sendable (AsyncResolutionContext, [any Sendable]) async throws
    -> Product

  private let factory: Factory

  /// The number of ``AsyncStep`` objects of this registration.
  ///
  /// If it is zero, no task runs the factory.
  let stepCount = AtomicBox<Int>(0)

  init(
    _ details: Details, producedType: any Any.Type, parameterTypes: [any Any.Type],
    _ factory: @escaping Factory
  ) {
    self.factory = factory
    super.init(
      details, producedType: producedType, parameterTypes: parameterTypes, producesObjects: false,
      isAsynchronous: true)
  }

  override func copy(_ details: Details) -> Registration {
    AsyncRegistration(
      details, producedType: producedType, parameterTypes: parameterTypes, factory)
  }

  /// Runs the asynchronous factory in the current task, and returns the new instance.
  ///
  /// The arguments must have the parameters' types.
  ///
  /// - Parameters:
  ///   - graph: The graph that runs the factory.
  ///   - step: The step of this registration in which the factory runs.
  ///   - creation: The creation that runs in the task, or `nil` if the instance is transient.
  nonisolated(nonsending) func makeInstance(
    _ graph: Graph, _ step: AsyncStep, _ arguments: [any Sendable], for creation: Creation?
  ) async throws -> Product {
    try await graph.run(step, for: creation) { try await factory($0, arguments) }
  }

  /// Creates a registration from the given attributes and an asynchronous factory.
  package convenience init<Produced: Sendable, each Parameter: Sendable>(
    _ details: Details,
    _ factory:
      @escaping @Sendable (AsyncResolutionContext, repeat each Parameter) async throws
      -> Produced
  ) {
    let parameters: Parameters<(repeat each Parameter)> = .list()
    self.init(details, producedType: Produced.self, parameterTypes: parameters.types) {
      let arguments = parameters.convert($1 as [Any])
      let value = try await factory($0, repeat each arguments)
      // Only a cell stores an `Instance`, so a transient value needs none.
      return $0.step.isCreation
        ? .instance(TypedInstance(value), needsHook: true) : .value(value)
    }
  }

  /// Creates a registration with a factory that decorates another registration's instances.
  ///
  /// - Parameters:
  ///   - base: The decorated registration, with its cell and graph.
  ///   - decorations: The decorators, the innermost first.
  ///   - type: The type of the outermost decorator's instances.
  convenience init<Inner>(
    _ details: Details, around base: Candidate, _ decorations: [any Decoration], type: Inner.Type
  ) {
    self.init(
      details, producedType: type, parameterTypes: base.registration.parameterTypes
    ) { context, arguments in
      let (graph, requester) = (context.graph, Requester(context))
      let inner: any Sendable
      if base.cell == nil {
        // The graph of the request runs the factory, even if another graph has looked the candidate
        // up.
        let step = try AsyncStep(
          base.registration, in: graph, for: requester, arguments, isReported: false)
        inner = try await graph.make(step, arguments)
      } else {
        inner = try await graph.obtain(base, arguments, requester, keeping: graph.snapshot)
      }
      var product = UncheckedSendableBox<Any>(inner)
      for decoration in decorations { product = try await decoration.decorate(product) }
      let needsHook = !isSameObject(inner, product.value)
      // A conformance may be isolated, so the requester casts the instance.
      if isConformanceIsolated(of: Swift.type(of: product.value), to: Inner.self) {
        return .instance(TypedInstance(product.value), needsHook: needsHook)
      }
      return .instance(TypedInstance(try cast(product.value) as Inner), needsHook: needsHook)
    }
  }
}

extension Registration {
  /// This registration, cast to ``AsyncRegistration``; `nil` if its factory is synchronous.
  package final var asynchronous: AsyncRegistration? {
    isAsynchronous ? UnretainedReference(self).cast(to: AsyncRegistration.self).object : nil
  }
}

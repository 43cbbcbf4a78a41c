/// A factory that creates a registration's instance in a task, and applies decorators to it.
final class AsyncDecoratedFactory<Inner>: AsyncFactory, @unchecked Sendable {
  // Safe: constants, and closures that are `@Sendable`.

  /// The decorated registration, with its cell and graph.
  private let base: Candidate

  /// The decorators, the innermost first.
  private let decorations: [any Decoration]

  /// Creates a factory from a registration with its cell, and the decorators of its instances.
  init(_ base: Candidate, _ decorations: [any Decoration]) {
    self.base = base
    self.decorations = decorations
  }

  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance {
    let product = try await run(registration, step, arguments, for: creation).product.value
    // A conformance may be isolated, so the requester casts the instance.
    if isConformanceIsolated(of: type(of: product), to: Inner.self) { return .holding(product) }
    return .holding(try cast(product) as Inner)
  }

  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value {
    let (inner, product) = try await run(registration, step, arguments, for: nil)
    if !isSameObject(inner.value, product.value) { step.graph.callHook(product.value) }
    return try cast(product.value)
  }

  func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool {
    base.keeps(instance, for: arguments)
  }

  /// Creates the undecorated instance or reads the live one, and applies the decorators.
  private func run(
    _ registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> (inner: UncheckedSendableBox<Any>, product: UncheckedSendableBox<Any>) {
    try await step.run(registration, for: creation) { context in
      let (graph, requester) = (context.graph, Requester(context))
      let inner: (any Sendable)?
      if base.cell == nil {
        // The graph of the request runs the factory, even if another graph has looked the candidate
        // up.
        let step = AsyncCreationStep(
          graph: graph, requester: requester, arguments, isReported: false)
        try step.enter(base.registration)
        inner = try await step.make(base.registration, arguments, as: (any Sendable).self)
      } else {
        inner = try await graph.obtain(base, arguments, requester, keeping: graph.snapshot)
      }
      guard let inner else { throw CellHasEnded() }
      var product = UncheckedSendableBox<Any>(inner)
      for decoration in decorations { product = try await decoration.decorate(product) }
      return (UncheckedSendableBox(inner), product)
    }
  }
}

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
    for creation: Creation?
  ) async throws -> (instance: Instance, isReported: Bool) {
    let (inner, product) = try await step.run(registration, for: creation) { context in
      let (graph, requester) = (context.graph, Requester(context))
      let inner: any Sendable
      if base.cell == nil {
        // The graph of the request runs the factory, even if another graph has looked the candidate
        // up.
        let step = AsyncCreationStep(
          graph: graph, requester: requester, arguments, isReported: false)
        try step.enter(base.registration)
        inner = try await step.make(base.registration, arguments)
      } else {
        inner = try await graph.obtain(base, arguments, requester, keeping: graph.snapshot)
      }
      var product = UncheckedSendableBox<Any>(inner)
      for decoration in decorations { product = try await decoration.decorate(product) }
      return (UncheckedSendableBox<Any>(inner), product)
    }
    // A conformance may be isolated, so the requester casts the instance.
    let isIsolated = isConformanceIsolated(of: type(of: product.value), to: Inner.self)
    let instance: Instance =
      isIsolated ? .holding(product.value) : .holding(try cast(product.value) as Inner)
    return (instance, isSameObject(inner.value, product.value))
  }
}

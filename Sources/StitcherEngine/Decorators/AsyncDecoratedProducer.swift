/// Makes what a candidate makes, with decorations around it, in a task.
final class AsyncDecoratedProducer<Inner>: AsyncFactory, @unchecked Sendable {
  // Safe: constants, and closures that are `@Sendable`.

  /// What is decorated.
  private let base: Candidate

  /// What is put around it, the innermost first.
  private let decorations: [any Decoration]

  /// Takes over what is decorated, and by what.
  init(_ base: Candidate, _ decorations: [any Decoration]) {
    self.base = base
    self.decorations = decorations
  }

  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance {
    let product = try await run(registration, step, arguments, for: creation).product.value
    // The requester casts what is of the type on another executor only.
    if isConformanceIsolated(of: type(of: product), to: Inner.self) { return .holding(product) }
    return .holding(try cast(product) as Inner)
  }

  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool {
    guard let inner = base.instance(for: arguments)?.anyValue else { return false }
    return isSameObject(inner, instance)
  }

  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value {
    let (inner, product) = try await run(registration, step, arguments, for: nil)
    if !isSameObject(inner.value, product.value) { step.tell(product.value) }
    return try cast(product.value)
  }

  /// Makes what is decorated, and decorates it.
  private func run(
    _ registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation?
  ) async throws -> (inner: UncheckedBox<Any>, product: UncheckedBox<Any>) {
    try await step.run(registration, for: creation) { context in
      let asker = Asker(context)
      let inner: (any Sendable)? =
        if base.cell == nil {
          try await make(
            AsyncCreationStep(graph: context.graph, asker: asker, arguments, isTold: false),
            arguments)
        } else {
          try await context.graph.obtain(base, arguments, asker, keeping: context.graph.snapshot)
        }
      guard let inner else { throw PlaceEnded() }
      var product = UncheckedBox<Any>(inner)
      for decoration in decorations { product = try await decoration.decorate(product) }
      return (UncheckedBox(inner), product)
    }
  }

  /// Makes what is decorated and not kept.
  private func make(
    _ step: AsyncCreationStep, _ arguments: [any Sendable]
  ) async throws -> any Sendable {
    try step.enter(base.registration)
    return try await step.make(base.registration, arguments, as: (any Sendable).self)
  }
}

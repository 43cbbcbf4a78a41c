/// A registration of what another one makes, with decorations around it, made at once.
final class DecoratedRegistration<Inner>: Registration, @unchecked Sendable {
  // Safe: see `Registration`.

  /// What is decorated. Its graph lives as long as the snapshot for which this was made.
  private let base: Candidate

  /// What is put around it, the innermost first.
  private let decorations: [Decoration]

  /// The same, if all are of the type.
  private let typed: [SynchronousDecoration<Inner>]?

  /// The only one, if it is of the type.
  private let only: SynchronousDecoration<Inner>?

  /// How what is decorated lies in memory.
  private let shape = ExistentialShape(Inner.self)

  /// How products of the base become what is decorated.
  private let conversion = ConversionCache()

  /// Creates a registration.
  init(_ details: Details, _ base: Candidate, _ decorations: [Decoration]) {
    self.base = base
    self.decorations = decorations
    let typed = decorations.compactMap { $0 as? SynchronousDecoration<Inner> }
    self.typed = typed.count == decorations.count ? typed : nil
    only = decorations.count == 1 ? typed.first : nil
    super.init(
      details, producedType: Inner.self, parameterTypes: base.registration.parameterTypes,
      producesObjects: Inner.self is AnyObject.Type, decorated: base.registration)
  }

  override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    TypedInstance(try run(step, arguments))
  }

  override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    try cast(try runAndTell(step, arguments))
  }

  override func makePlain<Value>(
    _ step: CreationStep, as type: Value.Type, _ conversion: Borrowed<ConversionCache>
  ) throws -> Value {
    try conversion.with { conversion in
      try conversion.convert(productOf: self) { () throws -> Inner in try runAndTell(step, []) }
    }
  }

  override func isPassedOn(_ instance: Any) -> Bool {
    guard let inner = base.cell?.kept?.anyValue else { return false }
    return isSameObject(inner, instance)
  }

  /// Makes what is decorated, and decorates it.
  private func run(_ step: CreationStep, _ arguments: [Any]) throws -> Inner {
    try step.enter(Borrowed(self))
    defer { step.leave() }
    if let only { return try only.call(try inner(step, arguments, as: Inner.self)) }
    return try runAll(step, arguments).product
  }

  /// Makes what is decorated, decorates it, and tells the hook if it is something else then.
  @inline(__always)
  private func runAndTell(_ step: CreationStep, _ arguments: [Any]) throws -> Inner {
    try step.enter(Borrowed(self))
    if let only {
      let original: Inner
      let product: Inner
      do {
        defer { step.leave() }
        original = try inner(step, arguments, as: Inner.self)
        product = try only.call(original)
      }
      if isTold(product, step) { tell(product, madeOf: original, step) }
      return product
    }
    let original: Any
    let product: Inner
    do {
      defer { step.leave() }
      (original, product) = try runAll(step, arguments)
    }
    if isTold(product, step) { tell(product, madeOf: original, step) }
    return product
  }

  /// Makes what is decorated, and puts several decorations around it.
  @inline(never)
  private func runAll(
    _ step: CreationStep, _ arguments: [Any]
  ) throws -> (original: Any, product: Inner) {
    guard let typed else {
      let original: Any = try inner(step, arguments, as: Any.self)
      var product = original
      for decoration in decorations { product = try decoration.decorateNow(product) }
      return (original, try cast(product))
    }
    let original: Inner = try inner(step, arguments, as: Inner.self)
    var product = original
    for decoration in typed { product = try decoration.call(product) }
    return (original, product)
  }

  /// Whether the hook may want to be told of something.
  @inline(__always)
  private func isTold(_ product: Inner, _ step: CreationStep) -> Bool {
    guard let hook = step.graph.with({ $0.lentHook }) else { return false }
    return !hook.with { $0.isPlain(dynamicTypeBits(of: product, shape, producesObjects)) }
  }

  /// Tells the hook of a product, if it is not just what is decorated.
  @inline(never)
  private func tell<Original>(
    _ product: Inner, madeOf original: Original, _ step: CreationStep
  ) {
    if isSameObject(original, product) { return }
    step.graph.object.lentHook?.object.tell(product, in: step.graph.object)
  }

  /// Makes what is decorated, or returns the live instance.
  private func inner<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    guard base.cell == nil else {
      return try step.graph.object.obtain(base, arguments, step.record)
    }
    // In the graph that is asked, whichever has looked it up.
    if arguments.isEmpty, Value.self == Inner.self {
      return try base.registration.makePlain(step, as: type, Borrowed(conversion))
    }
    return try base.registration.make(step, arguments, as: type)
  }
}

/// A registration of what another one makes, with decorations around it, made in a task.
final class AsyncDecoratedRegistration<Inner>: AsyncRegistration, @unchecked Sendable {
  // Safe: see `Registration`.

  /// What is decorated.
  private let base: Candidate

  /// What is put around it, the innermost first.
  private let decorations: [Decoration]

  /// Creates a registration.
  init(_ details: Details, _ base: Candidate, _ decorations: [Decoration]) {
    self.base = base
    self.decorations = decorations
    var details = details
    // It goes to each actor by itself.
    details.isolation = nil
    super.init(
      details, producedType: Inner.self, parameterTypes: base.registration.parameterTypes,
      decorated: base.registration)
  }

  override func makeInstance(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], for creation: Creation
  ) async throws -> Instance {
    let product: Inner = try cast(try await run(step, arguments, for: creation).product.value)
    return TypedInstance(product)
  }

  override func isPassedOn(_ instance: Any) -> Bool {
    guard let inner = base.cell?.kept?.anyValue else { return false }
    return isSameObject(inner, instance)
  }

  override func make<Value: Sendable>(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    let (inner, product) = try await run(step, arguments, for: nil)
    if !isSameObject(inner.value, product.value) { step.tell(product.value) }
    return try cast(product.value)
  }

  /// Makes what is decorated, and decorates it.
  private func run(
    _ step: AsyncCreationStep, _ arguments: [any Sendable], for creation: Creation?
  ) async throws -> (inner: UncheckedBox<Any>, product: UncheckedBox<Any>) {
    try await step.run(self, for: creation) { context in
      let asker = Asker(context)
      let inner: (any Sendable)? =
        if base.cell == nil {
          try await make(
            AsyncCreationStep(graph: context.graph, asker: asker, isTold: false), arguments)
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

/// Makes what a candidate makes, with decorations around it, at once.
final class DecoratedProducer<Inner>: DecoratedFactory, @unchecked Sendable {
  // Safe: constants, and closures that are `@Sendable`.

  /// What is decorated. Its graph lives as long as the snapshot for which this was made.
  private let base: Candidate

  /// What is put around it, the innermost first.
  private let decorations: [any Decoration]

  /// The same, if all are of the type.
  private let typed: [SynchronousDecoration<Inner>]?

  /// The only one, if it is of the type.
  private let only: SynchronousDecoration<Inner>?

  /// Takes over what is decorated, and by what.
  init(_ base: Candidate, _ decorations: [any Decoration]) {
    self.base = base
    self.decorations = decorations
    let typed = decorations.compactMap { $0 as? SynchronousDecoration<Inner> }
    self.typed = typed.count == decorations.count ? typed : nil
    only = decorations.count == 1 ? typed.first : nil
  }

  func makeInstance(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any]
  ) throws -> Instance {
    .holding(try run(registration, step, arguments))
  }

  func make<Value>(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any],
    as type: Value.Type
  ) throws -> Value {
    try cast(try runAndTell(registration, step, arguments))
  }

  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool {
    guard let inner = base.instance(for: arguments)?.anyValue else { return false }
    return isSameObject(inner, instance)
  }

  /// Makes what is decorated, and decorates it.
  private func run(
    _ registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any]
  ) throws -> Inner {
    try step.enter(Borrowed(registration), arguments)
    defer { step.leaveWithArguments() }
    if let only { return try only.call(try inner(step, arguments, as: Inner.self)) }
    return try runAll(step, arguments).product
  }

  /// Makes what is decorated, decorates it, and tells the hook if it is something else then.
  @inline(__always)
  private func runAndTell(
    _ registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any]
  ) throws -> Inner {
    try step.enter(Borrowed(registration), arguments)
    if let only {
      let original: Inner
      let product: Inner
      do {
        defer { step.leaveWithArguments() }
        original = try inner(step, arguments, as: Inner.self)
        product = try only.call(original)
      }
      registration.tell(product, madeOf: original, step)
      return product
    }
    let original: Any
    let product: Inner
    do {
      defer { step.leaveWithArguments() }
      (original, product) = try runAll(step, arguments)
    }
    registration.tell(product, madeOf: original, step)
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

  /// Makes what is decorated, or returns the live instance.
  private func inner<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    guard base.cell == nil else {
      return try step.graph.object.obtain(base, arguments, step.record)
    }
    // In the graph that is asked, whichever has looked it up.
    return try base.registration.make(step, arguments, as: type)
  }
}

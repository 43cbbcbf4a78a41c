/// A registration with a factory that decorates the instance of another registration.
///
/// The factory is synchronous.
final class DecoratedRegistration<Inner>: Registration, @unchecked Sendable {
  // Safe: see `Registration`; closures are `@Sendable`.

  /// The decorated registration, with its cell and graph.
  ///
  /// The graph lives as long as the snapshot for which this object was created.
  private let base: Candidate

  /// The closures of all decorators, composed into one closure.
  private let call: @Sendable (Inner) throws -> Inner

  /// Creates a registration that applies the given decorators to the instances of the registration
  /// in `base`.
  ///
  /// `base` is a candidate: a registration with its cell and graph.
  ///
  /// - Parameter decorations: The decorators, the innermost first. If they have different types,
  ///   the instance has to be of all these types before the first decorator is applied.
  init(_ details: Details, _ base: Candidate, _ decorations: [any Decoration]) {
    self.base = base
    let calls = decorations.map { decoration -> @Sendable (Inner) throws -> Inner in
      if let call = (decoration as? TypedDecoration<Inner>)?.call { return call }
      return { try castHere(try decoration.decorateNow($0)) }
    }
    if calls.count <= 64 {
      // The closures are composed into one, since each access to an array of generic closures would
      // look their metadata up.
      call = calls.dropFirst().reduce(calls[0]) { inner, outer in { try outer(inner($0)) } }
    } else {
      call = { try calls.reduce($0) { product, call in try call(product) } }
    }
    super.init(
      details, producedType: Inner.self, parameterTypes: base.registration.parameterTypes,
      producesObjects: Inner.self is AnyObject.Type)
  }

  override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    TypedInstance(try run(step, arguments, isReported: false))
  }

  package override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    try cast(try run(step, arguments, isReported: true))
  }

  package override func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool {
    // The decorators have returned exactly the object that they were given.
    let cell = base.cell?.place(for: arguments, of: base.registration)
    guard let kept = cell?.kept?.anyValue else { return false }
    return isSameObject(kept, instance)
  }

  /// Applies the decorators to the undecorated instance, which is live or newly created.
  ///
  /// Meanwhile, this registration is on the creation path of the step.
  ///
  /// - Parameter isReported: Whether the hook is notified of the decorated instance. It is not
  ///   notified if the decorators have returned the object that they were given.
  @inline(__always)
  private func run(_ step: CreationStep, _ arguments: [Any], isReported: Bool) throws -> Inner {
    try step.enter(UnretainedReference(self), arguments)
    let original: Inner
    let product: Inner
    do {
      defer { step.leaveWithArguments() }
      // If there is no cell, the graph of the request runs the factory, even if another graph has
      // looked the candidate up.
      original =
        try base.cell == nil
        ? base.registration.make(step, arguments, as: Inner.self)
        : step.graph.object.obtain(base, arguments, step.record)
      product = try call(original)
    }
    guard isReported, let hook = step.graph.with({ $0.hookReference }),
      !hook.with({ $0.isPlain(StitcherEngine.dynamicTypeBits(ofValue: product)) }),
      !isSameObject(original, product)
    else { return product }
    hook.object.tell(product, in: step.graph.object)
    return product
  }

}

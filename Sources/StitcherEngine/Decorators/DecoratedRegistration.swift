/// A registration of the instances of a candidate, with decorators around them, that are created at
/// once.
final class DecoratedRegistration<Inner>: Registration, @unchecked Sendable {
  // Safe: see `Registration`; closures are `@Sendable`.

  /// The decorated candidate. Its graph lives as long as the snapshot for which this was made.
  private let base: Candidate

  /// The decorators, the innermost first.
  private let decorations: [any Decoration]

  /// The closures of all decorators, if they are few and all take and return `Inner`.
  private let call: (@Sendable (Inner) throws -> Inner)?

  /// Creates a registration of what a candidate and its decorators make.
  init(_ details: Details, _ base: Candidate, _ decorations: [any Decoration]) {
    self.base = base
    self.decorations = decorations
    let calls = decorations.compactMap { ($0 as? TypedDecoration<Inner>)?.call }
    if calls.count == decorations.count, calls.count <= 64 {
      // As one closure: each access to a list of generic closures would look their metadata up.
      call = calls.dropFirst().reduce(calls[0]) { inner, outer in { try outer(inner($0)) } }
    } else {
      call = nil
    }
    super.init(
      details, producedType: Inner.self, parameterTypes: base.registration.parameterTypes,
      producesObjects: Inner.self is AnyObject.Type, decorated: base.registration)
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
    base.keeps(instance, for: arguments)
  }

  /// Creates the candidate's instance, or takes the live one, and decorates it.
  ///
  /// - Parameter isReported: Whether the hook is called with the decorated instance.
  @inline(__always)
  private func run(_ step: CreationStep, _ arguments: [Any], isReported: Bool) throws -> Inner {
    if let call { return try run(step, arguments, isReported, call) }
    return try run(step, arguments, isReported) { (original: Any) in
      var product = original
      for decoration in decorations { product = try decoration.decorateNow(product) }
      return try cast(product)
    }
  }

  /// Runs the step of the creation.
  @inline(__always)
  private func run<Original>(
    _ step: CreationStep, _ arguments: [Any], _ isReported: Bool,
    _ decorate: (Original) throws -> Inner
  ) throws -> Inner {
    try step.enter(UnretainedReference(self), arguments)
    let original: Original
    let product: Inner
    do {
      defer { step.leaveWithArguments() }
      original = try inner(step, arguments)
      product = try decorate(original)
    }
    if isReported { tell(product, madeOf: original, step) }
    return product
  }

  /// Creates the candidate's instance, or returns the live one.
  private func inner<Value>(_ step: CreationStep, _ arguments: [Any]) throws -> Value {
    guard base.cell == nil else {
      return try step.graph.object.obtain(base, arguments, step.record)
    }
    // In the graph of the request, whichever graph has looked the candidate up.
    return try base.registration.make(step, arguments, as: Value.self)
  }

  /// Tells the hook of a product, unless the decorators have returned the object that they were
  /// given.
  private func tell<Original>(_ product: Inner, madeOf original: Original, _ step: CreationStep) {
    guard let hook = step.graph.with({ $0.lentHook }),
      !hook.with({ $0.isPlain(UInt(bitPattern: ObjectIdentifier(type(of: product as Any)))) })
    else { return }
    if isSameObject(original, product) { return }
    hook.object.tell(product, in: step.graph.object)
  }
}

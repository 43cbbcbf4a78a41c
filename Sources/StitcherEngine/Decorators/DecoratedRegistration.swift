/// What makes the instances of a ``DecoratedRegistration``, as ``Registration`` says.
package protocol DecoratedFactory: AnyObject, Sendable {
  /// Makes what is decorated, decorates it, and wraps the result.
  func makeInstance(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any]
  ) throws -> Instance

  /// Makes what is decorated, decorates it, tells of the result and returns it as a type.
  func make<Value>(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any],
    as type: Value.Type
  ) throws -> Value

  /// Whether a new instance is one that was told of already.
  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool
}

/// A registration of what another one makes, with decorations around it, made at once.
package final class DecoratedRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`.

  /// Makes instances.
  private let factory: any DecoratedFactory

  /// Creates a registration.
  package init(
    _ details: Details, _ factory: any DecoratedFactory, of type: any Any.Type,
    decorated: Registration
  ) {
    self.factory = factory
    super.init(
      details, producedType: type, parameterTypes: decorated.parameterTypes,
      producesObjects: type is AnyObject.Type, decorated: decorated)
  }

  override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    try factory.makeInstance(of: self, step, arguments)
  }

  package override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    try factory.make(of: self, step, arguments, as: type)
  }

  package override func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool {
    factory.isPassedOn(instance, arguments)
  }

  /// Tells the hook of a product, if it wants to be told and this is not just what is decorated.
  package func tell<Original, Inner>(
    _ product: Inner, madeOf original: Original, _ step: CreationStep
  ) {
    guard let hook = step.graph.with({ $0.lentHook }),
      !hook.with({ $0.isPlain(UInt(bitPattern: ObjectIdentifier(type(of: product as Any)))) })
    else { return }
    if isSameObject(original, product) { return }
    hook.object.tell(product, in: step.graph.object)
  }
}

extension Registration {
  /// Whether it stands for a decorator.
  package final var isDecoration: Bool { decorated != nil }
}

/// A registration with a synchronous factory, of which the type that it returns is known.
package class SynchronousRegistration<Produced>: Registration, @unchecked Sendable {
  // Safe: see `Registration`.

  /// Creates a registration; called by the subclasses.
  fileprivate init(
    _ details: Details, parameterTypes: [any Any.Type], isContextual: Bool
  ) {
    super.init(
      details, producedType: Produced.self, parameterTypes: parameterTypes,
      producesObjects: Produced.self is AnyObject.Type, isTyped: true,
      isContextual: isContextual)
  }

  /// Runs the factory with arguments that the caller has checked.
  fileprivate func run(_ step: CreationStep, _ arguments: [Any]) throws -> Produced {
    fatalError("overridden")
  }

  final override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    TypedInstance(try run(step, arguments))
  }

  package final override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    let product = try run(step, arguments)
    step.tell(product, of: self)
    return try cast(product)
  }

  package final override func makePlain<Value>(
    _ step: CreationStep, as type: Value.Type, _ conversion: Borrowed<ConversionCache>
  ) throws -> Value {
    try conversion.with { conversion in
      try conversion.convert(productOf: self) { () throws -> Produced in
        try step.create(Borrowed(self))
      }
    }
  }
}

/// A registration with a synchronous factory whose types are known.
package final class TypedRegistration<Produced, each Parameter>: SynchronousRegistration<Produced>,
  @unchecked Sendable  // Safe: see `Registration`.
{
  /// Makes an instance.
  package let factory: @Sendable (repeat each Parameter) throws -> Produced

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which alone the factory is called; see ``FactoryClosure``.
  ///   - teardown: What is done with an instance at its end.
  ///   - old: The one in whose place it comes, where all have places of their own: it keeps that
  ///     one's instance.
  package convenience init(
    locator: Locator, scope: Scope, isEager: Bool = false, location: SourceLocation,
    isolation: (any Actor)? = nil, teardown: Teardown? = nil,
    inPlaceOf old: Registration? = nil,
    factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) {
    self.init(
      Details(
        locator: locator, scope: scope, isEager: isEager, location: location,
        isolation: isolation, teardown: teardown, original: old?.origin), factory: factory)
  }

  /// Creates a registration with the same factory that is found by something else, and keeps the
  /// same instance.
  package convenience init(moving old: TypedRegistration, to locator: Locator) {
    self.init(
      Details(
        locator: locator, scope: old.scope, isEager: old.isEager, identity: old.identity,
        location: old.location, isolation: old.isolation, teardown: old.teardown,
        original: old.origin),
      factory: old.factory)
  }

  /// Creates a registration from its details.
  package init(
    _ details: Details,
    factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) {
    self.factory = factory
    super.init(
      details, parameterTypes: typeList(repeat (each Parameter).self), isContextual: false)
  }

  override func copy(_ details: Details) -> Registration {
    TypedRegistration(details, factory: factory)
  }

  /// Calls the factory.
  @inline(__always)
  func call(_ arguments: repeat each Parameter) throws -> Produced {
    try factory(repeat each arguments)
  }

  fileprivate override func run(_ step: CreationStep, _ arguments: [Any]) throws -> Produced {
    var left = arguments[...]
    try step.enter(Borrowed(self), arguments)
    defer { step.leaveWithArguments() }
    return try factory(repeat nextArgument((each Parameter).self, of: &left))
  }
}

/// A registration with a synchronous factory that wants to know who asks: it takes an existential
/// of the object whose graph runs it, and then its parameters.
package final class ContextualRegistration<Produced, each Parameter>:
  SynchronousRegistration<Produced>, @unchecked Sendable  // Safe: see `Registration`.
{
  /// Makes an instance.
  let factory: @Sendable (borrowing LentExistential, repeat each Parameter) throws -> Produced

  /// Lends the object.
  let home: Home

  /// Creates a registration.
  package convenience init<Existential>(
    locator: Locator, scope: Scope, location: SourceLocation, home: Home,
    factory: LendingClosure<Produced, Existential, repeat each Parameter>
  ) {
    self.init(
      Details(locator: locator, scope: scope, location: location, isolation: factory.isolation),
      home, factory.call)
  }

  /// Creates a registration from its details.
  private init(
    _ details: Details, _ home: Home,
    _ factory:
      @escaping @Sendable (borrowing LentExistential, repeat each Parameter) throws ->
      Produced
  ) {
    self.factory = factory
    self.home = home
    super.init(
      details, parameterTypes: typeList(repeat (each Parameter).self), isContextual: true)
  }

  override func copy(_ details: Details) -> Registration {
    ContextualRegistration(details, home, factory)
  }

  /// Calls the factory for a graph.
  @inline(__always)
  func call(_ graph: Borrowed<Graph>, _ arguments: repeat each Parameter) throws -> Produced {
    try factory(home.lend(in: graph), repeat each arguments)
  }

  fileprivate override func run(_ step: CreationStep, _ arguments: [Any]) throws -> Produced {
    var left = arguments[...]
    try step.enter(Borrowed(self), arguments)
    defer { step.leaveWithArguments() }
    return try factory(
      home.lend(in: step.graph), repeat nextArgument((each Parameter).self, of: &left))
  }
}

/// Takes the next one of erased arguments out, whose types were compared before with those of a
/// factory's parameters.
package func nextArgument<Argument>(
  _ type: Argument.Type, of left: inout ArraySlice<Any>
) -> Argument {
  // There are as many as there are parameters, each of its parameter's type.
  left.removeFirst() as! Argument
}

/// Returns a pack of types as a list.
package func typeList<each Element>(_ types: repeat (each Element).Type) -> [any Any.Type] {
  var list: [any Any.Type] = []
  for type in repeat each types { list.append(type) }
  return list
}

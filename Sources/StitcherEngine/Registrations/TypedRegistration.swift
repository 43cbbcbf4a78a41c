/// A registration with a synchronous factory. `Arguments` is the tuple of the parameters' types.
package final class TypedRegistration<Produced, Arguments>: Registration,
  @unchecked Sendable  // Safe: see `Registration`.
{
  /// Makes an instance.
  package let factory: @Sendable (Arguments) throws -> Produced

  /// The parameters of the factory.
  private let parameters: Parameters<Arguments>

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which alone the factory is called; see ``FactoryClosure``.
  ///   - teardown: What is done with an instance at its end.
  ///   - old: The one in whose place it comes, where all have places of their own: it keeps that
  ///     one's instance.
  package convenience init<each Parameter>(
    locator: Locator, scope: Scope, isEager: Bool = false, location: SourceLocation,
    isolation: (any Actor)? = nil, teardown: Teardown? = nil,
    inPlaceOf old: Registration? = nil,
    factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) where Arguments == (repeat each Parameter) {
    self.init(
      Details(
        locator: locator, scope: scope, isEager: isEager, location: location,
        isolation: isolation, teardown: teardown, original: old?.origin), .list()
    ) { try factory(repeat each $0) }
  }

  /// Creates a registration with the same factory that is found by something else, and keeps the
  /// same instance.
  package convenience init(moving old: TypedRegistration, to locator: Locator) {
    self.init(
      Details(
        locator: locator, scope: old.scope, isEager: old.isEager, identity: old.identity,
        location: old.location, isolation: old.isolation, teardown: old.teardown,
        original: old.origin),
      old.parameters, old.factory)
  }

  /// Creates a registration from its details.
  package init(
    _ details: Details, _ parameters: Parameters<Arguments>,
    _ factory: @escaping @Sendable (Arguments) throws -> Produced
  ) {
    self.factory = factory
    self.parameters = parameters
    super.init(
      details, producedType: Produced.self, parameterTypes: parameters.types,
      producesObjects: Produced.self is AnyObject.Type, isTyped: true)
  }

  override func copy(_ details: Details) -> Registration {
    TypedRegistration(details, parameters, factory)
  }

  /// Runs the factory with arguments whose types the caller has compared.
  private func run(_ step: CreationStep, _ arguments: [Any]) throws -> Produced {
    try step.enter(UnretainedReference(self), arguments)
    defer { step.leaveWithArguments() }
    return try factory(parameters.convert(arguments))
  }

  override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    TypedInstance(try run(step, arguments))
  }

  package override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    if arguments.isEmpty { return try cast(try step.create(UnretainedReference(self)) as Produced) }
    let product = try run(step, arguments)
    step.tell(product, of: self)
    return try cast(product)
  }
}

extension TypedRegistration where Arguments == Void {
  /// Creates a registration whose factory takes no parameters.
  package convenience init(
    locator: Locator, scope: Scope, isEager: Bool = false, location: SourceLocation,
    isolation: (any Actor)? = nil, teardown: Teardown? = nil,
    inPlaceOf old: Registration? = nil,
    factory: @escaping @Sendable () throws -> Produced
  ) {
    self.init(
      Details(
        locator: locator, scope: scope, isEager: isEager, location: location,
        isolation: isolation, teardown: teardown, original: old?.origin), .list()
    ) { _ in try factory() }
  }
}

/// The parameters of a factory. `Arguments` is the tuple of their types.
package struct Parameters<Arguments>: Sendable {
  /// Their types.
  package let types: [any Any.Type]

  /// Converts as many arguments, each of its parameter's type.
  let convert: @Sendable ([Any]) -> Arguments

  /// The parameters that a tuple of types says.
  package static func list<each Parameter>() -> Parameters
  where Arguments == (repeat each Parameter) {
    Parameters(types: typeList(repeat (each Parameter).self)) { arguments in
      var left = arguments[...]
      return (repeat nextArgument((each Parameter).self, of: &left))
    }
  }
}

/// Provides the context of the factories of an object. They hold this instead of the object, which
/// holds them.
package final class Home<Context>: Sendable {
  /// The object.
  private let reference: UnownedReference

  /// The word of `reference`.
  private let word = AllocatedWord()

  /// Converts the object to the context.
  private let convert: @Sendable (AnyObject) -> Context

  /// Returns the object of the current isolated graph; nil if there is never another one.
  private let standIn: (@Sendable () -> any AnyObject & Sendable)?

  /// Creates a home that refers to no object yet.
  ///
  /// - Parameters:
  ///   - standIn: Returns the object of the current isolated graph.
  ///   - convert: Converts an object to the context.
  package init(
    standIn: (@Sendable () -> any AnyObject & Sendable)? = nil,
    convert: @escaping @Sendable (AnyObject) -> Context
  ) {
    reference = UnownedReference(word.word)
    self.standIn = standIn
    self.convert = convert
  }

  /// Refers to an object, whose initializer calls this.
  package func refer(to owner: AnyObject) { reference.refer(to: owner) }

  /// The context of the factory that the calling thread runs: the owner of the graph that creates
  /// the instance. If that graph has no owner, the object, which lives while one of its factories
  /// runs, or the object of the current isolated graph.
  @inline(__always)
  var context: Context {
    let owner = ThreadRecord.current.path.pointee.creator?.with { $0.owner.bits } ?? 0
    return owner != 0 ? convert(UnretainedReference<AnyObject>(bits: owner).object) : ownContext()
  }

  /// Returns the context of the object, or of the one of the current isolated graph.
  @inline(never)
  private func ownContext() -> Context {
    if let standIn, CurrentGraph.mayBeIsolated { return convert(standIn()) }
    return convert(UnretainedReference<AnyObject>(bits: reference.bits).object)
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

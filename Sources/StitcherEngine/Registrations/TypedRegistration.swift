/// A registration with a synchronous factory whose parameter types and return type are statically
/// known.
///
/// `Arguments` is the tuple of the factory's parameter types. A subclass stores the factory
/// closure.
package class TypedRegistration<Produced, Arguments>: Registration,
  @unchecked Sendable  // Safe: see `Registration`.
{
  /// Creates the part of a registration that all subclasses have in common.
  fileprivate init(_ details: borrowing Details, parameterTypes: [any Any.Type]) {
    super.init(
      details, producedType: Produced.self, parameterTypes: parameterTypes,
      producesObjects: Produced.self is AnyObject.Type, isTyped: true)
  }

  /// Calls the factory with the given arguments, and returns its result.
  package func call(_ arguments: ArgumentTuple<Arguments>) throws -> Produced {
    fatalError("A subclass must override this method.")
  }

  /// Converts the given arguments to the parameters' types, and calls the factory with them.
  ///
  /// The caller has compared the types of the arguments. The given graph runs the factory.
  fileprivate func call(
    converting arguments: [Any], in graph: UnretainedReference<Graph>
  ) throws -> Produced {
    fatalError("A subclass must override this method.")
  }

  /// Runs the factory with the given arguments, as a step of the creation path.
  ///
  /// The caller has compared the types of the arguments.
  private func run(_ step: CreationStep, _ arguments: [Any]) throws -> Produced {
    try step.enter(UnretainedReference(self), arguments)
    defer { step.leaveWithArguments() }
    return try call(converting: arguments, in: step.graph)
  }

  final override func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    TypedInstance(try run(step, arguments))
  }

  package final override func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    if arguments.isEmpty { return try cast(try step.create(UnretainedReference(self)) as Produced) }
    let product = try run(step, arguments)
    step.tell(product, of: self)
    return try cast(product)
  }
}

/// A registration with a synchronous factory that has no parameters.
///
/// It stores the closure as the program has written it. A closure of another type would need a
/// second closure, with memory of its own, around the first one.
package final class ParameterlessRegistration<Produced, Failure: Error>:
  TypedRegistration<Produced, Void>,
  @unchecked Sendable  // Safe: see `Registration`.
{
  /// The factory closure, as the program has written it.
  private let factory: @Sendable () throws(Failure) -> Produced

  /// Creates a registration from the given attributes and a synchronous factory.
  package init(
    _ details: borrowing Details, _ factory: @escaping @Sendable () throws(Failure) -> Produced
  ) {
    self.factory = factory
    super.init(details, parameterTypes: [])
  }

  override func copy(_ details: Details) -> Registration {
    ParameterlessRegistration(details, factory)
  }

  package override func call(_ arguments: ArgumentTuple<Void>) throws -> Produced { try factory() }

  fileprivate override func call(
    converting arguments: [Any], in graph: UnretainedReference<Graph>
  ) throws -> Produced {
    try factory()
  }
}

/// A registration with a synchronous factory that has any number of parameters.
package final class ParameterizedRegistration<Produced, Arguments>:
  TypedRegistration<Produced, Arguments>,
  @unchecked Sendable  // Safe: see `Registration`.
{
  /// The factory closure, which takes its arguments as one tuple.
  private let factory: @Sendable (ArgumentTuple<Arguments>) throws -> Produced

  /// Converts the arguments of a request to the tuple that the factory takes; see ``Parameters``.
  ///
  /// The tuple has the types of the factory's parameters.
  private let convert: @Sendable ([Any]) -> Arguments

  /// Creates a registration from the given attributes and a synchronous factory.
  package init(
    _ details: borrowing Details, _ parameters: Parameters<Arguments>,
    _ factory: @escaping @Sendable (ArgumentTuple<Arguments>) throws -> Produced
  ) {
    self.factory = factory
    convert = parameters.convert
    super.init(details, parameterTypes: parameters.types)
  }

  override func copy(_ details: Details) -> Registration {
    ParameterizedRegistration(
      details, Parameters(types: parameterTypes, convert: convert), factory)
  }

  package override func call(_ arguments: ArgumentTuple<Arguments>) throws -> Produced {
    try factory(arguments)
  }

  fileprivate override func call(
    converting arguments: [Any], in graph: UnretainedReference<Graph>
  ) throws -> Produced {
    try withArguments(convert(arguments), in: graph) { try factory($0) }
  }
}

/// The types of a factory's parameters, and the conversion of untyped arguments to these types.
///
/// `Arguments` is the tuple of these types.
package struct Parameters<Arguments>: Sendable {
  /// The types of the parameters.
  package let types: [any Any.Type]

  /// Converts an array of untyped arguments to the tuple `Arguments`.
  ///
  /// The arguments must have the parameters' types.
  let convert: @Sendable ([Any]) -> Arguments

  /// Returns the types of a parameter pack, and the conversion of untyped arguments to the pack's
  /// tuple.
  package static func list<each Parameter>() -> Parameters
  where Arguments == (repeat each Parameter) {
    Parameters(types: typeList(repeat (each Parameter).self)) { arguments in
      // There is one argument for each parameter, of the parameter's type.
      var left = arguments[...]
      return (repeat left.removeFirst() as! each Parameter)
    }
  }
}

/// Returns the types of the given parameter pack as an array.
package func typeList<each Element>(_ types: repeat (each Element).Type) -> [any Any.Type] {
  var list: [any Any.Type] = []
  for type in repeat each types { list.append(type) }
  return list
}

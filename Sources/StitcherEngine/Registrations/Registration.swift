/// A description of one dependency: how it is found, made and kept.
///
/// It never changes and holds no instance. Where instances live is said by its scope and by the
/// graph.
package class Registration: @unchecked Sendable {
  // Safe: stored properties are constants, and factories are `@Sendable`.

  /// What the registration is found by.
  package let locator: Locator

  /// The hash of the locator's first key.
  let keyHash: UInt

  /// How long its instance lives.
  package let scope: Scope

  /// Whether the instance is made on activation.
  package let isEager: Bool

  /// The types of the factory's parameters.
  package let parameterTypes: [any Any.Type]

  /// Where it was registered.
  package let location: SourceLocation

  /// The address of the type that a synchronous factory declares to return; zero if it is
  /// asynchronous.
  let producedBits: UInt

  /// Whether the factory declares to return a class.
  let producesObjects: Bool

  /// Whether the factory wants to know which graph asks; then this is a ``ContextualRegistration``.
  let isContextual: Bool

  /// Whether the factory is asynchronous; then this is an ``AsyncRegistration``.
  let isAsynchronous: Bool

  /// The actor on which a synchronous factory has to run; nil if it may run anywhere.
  let isolation: (any Actor)?

  /// Whether any thread may run the factory at once: it is synchronous and belongs to no actor.
  let isFree: Bool

  /// The registration that this one was made from, to be found by something else.
  private let original: Registration?

  /// Creates a registration; called by the typed subclasses.
  init(
    _ details: Details, parameterTypes: [any Any.Type], producesObjects: Bool, producedBits: UInt,
    isContextual: Bool = false, isAsynchronous: Bool = false
  ) {
    locator = details.locator
    keyHash = locator.key(at: 0).hash
    scope = details.scope
    isEager = details.isEager
    location = details.location
    original = details.original
    self.parameterTypes = parameterTypes
    self.producesObjects = producesObjects
    self.producedBits = producedBits
    self.isContextual = isContextual
    self.isAsynchronous = isAsynchronous
    isolation = details.isolation
    isFree = !isAsynchronous && details.isolation == nil
  }

  /// All that a registration says, but for its factory.
  struct Details {
    var locator: Locator
    var scope: Scope
    var isEager = false
    var location: SourceLocation
    var isolation: (any Actor)?
    var original: Registration?
  }

  /// The type that the factory declares to return.
  package var producedType: any Any.Type { fatalError("overridden") }

  /// Runs a synchronous factory with arguments of the right types and wraps the result.
  func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    fatalError("overridden")
  }

  /// Runs a synchronous factory with arguments of the right types, tells of the result and returns
  /// it as a type.
  func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    fatalError("overridden")
  }

  /// Runs a synchronous factory without parameters, tells of the result and returns it as a type.
  ///
  /// - Parameter conversion: Remembers how results become existentials.
  func makePlain<Value>(
    _ step: CreationStep, as type: Value.Type, _ conversion: Borrowed<ConversionCache>
  ) throws -> Value {
    fatalError("overridden")
  }
}

extension Registration {
  /// The registration whose place in a store this one has: itself, unless it was moved.
  final var origin: Registration { original ?? self }

  /// Whether the scope keeps instances.
  package final var isStored: Bool { scope.kind != .instance }

  /// Whether activation creates the instance: eager, kept, and without parameters.
  package final var canInstantiateEagerly: Bool {
    isEager && isStored && parameterTypes.isEmpty && !isAsynchronous
  }

  /// Whether both take parameters of the same types in the same order.
  package final func hasSameParameters(as other: Registration) -> Bool {
    takes(other.parameterTypes)
  }

  /// Whether the factory takes exactly parameters of those types.
  final func takes(_ types: [any Any.Type]) -> Bool {
    parameterTypes.count == types.count
      && (types.isEmpty || zip(parameterTypes, types).allSatisfy { $0 == $1 })
  }

  /// Whether both describe the same dependency, whatever their factories do.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  package final func isEqual(to other: Registration) -> Bool {
    self === other
      || (scope.kind == other.scope.kind && isEager == other.isEager
        && producedType == other.producedType && hasSameParameters(as: other)
        && locator == other.locator)
  }

  /// Whether a container that has this one leaves the newcomer out: an equal one, or, by name and
  /// by value, one with the same parameters.
  final func supersedes(_ newcomer: Registration) -> Bool {
    switch locator.storage {
    case .name, .value: hasSameParameters(as: newcomer) && locator == newcomer.locator
    case .type, .types, .keys: isEqual(to: newcomer)
    }
  }
}

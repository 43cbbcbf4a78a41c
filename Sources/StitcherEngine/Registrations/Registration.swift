/// A description of one dependency: how it is found, made and kept.
///
/// It holds no instance, and never changes, except that it may get a teardown later. Where
/// instances live is said by its scope and by the graph.
package class Registration: @unchecked Sendable {
  // Safe: stored properties are constants or atomic, and factories are `@Sendable`.

  /// What makes it equal to others.
  let signature: RegistrationSignature

  // These have the bytes that the signature leaves free.

  /// Whether the factory declares to return a class.
  package let producesObjects: Bool

  /// Whether the factory is asynchronous; then this is an ``AsyncRegistration``.
  package let isAsynchronous: Bool

  /// Whether any thread may run the factory at once: it is synchronous and belongs to no actor.
  let isFree: Bool

  /// Whether this is a ``TypedRegistration``.
  private let isTyped: Bool

  /// Whether a macro generated the registration.
  package let isGenerated: Bool

  /// The hash of the locator's first key.
  let keyHash: UInt

  /// How long its instance lives.
  package let scope: Scope

  /// Where it was registered.
  package let location: SourceLocation

  /// The address of the type of the only parameter; zero if there are none, or several.
  private let parameterBits: UInt

  /// What few registrations have; nil if this one has nothing of it.
  private let extendedAttributes: ExtendedAttributes?

  /// The teardown that the registration may get later; nil if it gets none. Written before the
  /// registration is in a registry.
  @exclusivity(unchecked) final var attachedTeardown: AttachedTeardown?

  /// What few registrations have: there may be very many of the others.
  private final class ExtendedAttributes: @unchecked Sendable {
    // Safe: constants.
    let details: Details
    let decorated: Registration?

    /// Collects what there is; nil if there is nothing.
    init?(_ details: Details, decorated: Registration?) {
      if details.isolation == nil, details.teardown == nil, details.original == nil,
        details.edges == nil, decorated == nil
      {
        return nil
      }
      self.details = details
      self.decorated = decorated
    }

    /// Whether there is a teardown.
    var hasTeardown: Bool { if case nil = details.teardown { false } else { true } }
  }

  /// Creates a registration; called by the typed subclasses, each of which would have a copy.
  @inline(never)
  init(
    _ details: Details, producedType: any Any.Type, parameterTypes: [any Any.Type],
    producesObjects: Bool, isTyped: Bool = false,
    isAsynchronous: Bool = false, decorated: Registration? = nil
  ) {
    signature = RegistrationSignature(
      locator: details.locator, identity: details.identity, producedType: producedType,
      parameterTypes: parameterTypes, scopeKind: details.scope.kind, isEager: details.isEager)
    // On the path, what is decorated is told by it from the decoration.
    keyHash = details.locator.key(at: 0).hash ^ (decorated == nil ? 0 : 0x5EED_0000)
    scope = details.scope
    location = details.location
    extendedAttributes = ExtendedAttributes(details, decorated: decorated)
    self.producesObjects = producesObjects
    self.isTyped = isTyped
    parameterBits =
      parameterTypes.count == 1 ? UInt(bitPattern: ObjectIdentifier(parameterTypes[0])) : 0
    self.isAsynchronous = isAsynchronous
    isFree = !isAsynchronous && details.isolation == nil
    isGenerated = details.isGenerated
  }

  /// All that a registration says, but for its factory.
  package struct Details {
    var locator: Locator
    var scope: Scope
    var isEager: Bool

    /// Whether a macro generated the registration.
    package var isGenerated = false
    var identity: RegistrationIdentity
    var location: SourceLocation
    package var isolation: (any Actor)?
    var teardown: Teardown?
    var original: Registration?

    /// What the factory is known to ask for; nil if that is not known.
    package var edges: [DeclaredEdge]?

    /// Where the decorators were written, the innermost first; empty if it is no decoration.
    package var decoratorLocations: [SourceLocation] = []

    /// Collects the details of a registration.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which alone the factory is called.
    ///   - teardown: What is done with an instance at its end.
    ///   - original: The one that it was made from.
    package init(
      locator: Locator, scope: Scope, isEager: Bool = false,
      identity: RegistrationIdentity = .none, location: SourceLocation,
      isolation: (any Actor)? = nil, teardown: Teardown? = nil, original: Registration? = nil
    ) {
      self.locator = locator
      self.scope = scope
      self.isEager = isEager
      self.identity = identity
      self.location = location
      self.isolation = isolation
      self.teardown = teardown
      self.original = original
    }
  }

  /// What stands where there is no registration.
  static let nothing: Registration = TypedRegistration<Void, Void>(
    locator: .type(Void.self), scope: .instance, location: .unknown, factory: {})

  /// Returns a registration with the same factory.
  func copy(_ details: Details) -> Registration { fatalError("overridden") }

  /// Runs a synchronous factory with arguments of the right types and wraps the result.
  func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    fatalError("overridden")
  }

  /// Runs a synchronous factory with arguments of the right types, tells of the result and returns
  /// it as a type.
  package func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    fatalError("overridden")
  }

  /// Whether a new instance is one that was told of already: what a decoration was given, and has
  /// returned.
  package func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool { false }
}

extension Registration {
  /// The actor on which a synchronous factory has to run; nil if it may run anywhere.
  package final var isolation: (any Actor)? { extendedAttributes?.details.isolation }

  /// What is done with an instance at its end, as it was written with the registration.
  final var writtenTeardown: Teardown? { extendedAttributes?.details.teardown }

  /// Whether there was something written.
  final var hasWrittenTeardown: Bool { extendedAttributes?.hasTeardown == true }

  /// What the factory is known to ask for; nil if that is not known.
  package final var edges: [DeclaredEdge]? { extendedAttributes?.details.edges }

  /// Where the decorators were written that this one stands for, the innermost first.
  package final var decoratorLocations: [SourceLocation] {
    extendedAttributes?.details.decoratorLocations ?? []
  }

  /// What this one puts decorations around; nil if it is no such registration.
  package final var decorated: Registration? { extendedAttributes?.decorated }

  /// Whether the registration stands for a decorator.
  package final var isDecoration: Bool { decorated != nil }

  /// The registration that this one was made from, to be found by something else.
  final var original: Registration? { extendedAttributes?.details.original }

  /// The registration whose place in a store this one has: itself, unless it was moved.
  package final var origin: Registration { original ?? self }

  /// The registration that was written: this one, or what it puts decorations around.
  package final var undecorated: Registration { decorated?.undecorated ?? self }

  /// What the registration is found by.
  package final var locator: Locator { signature.locator }

  /// Whether the instance is made on activation.
  package final var isEager: Bool { signature.isEager }

  /// What tells it apart from those that are like it.
  package final var identity: RegistrationIdentity { signature.identity }

  /// The type that the factory declares to return.
  package final var producedType: any Any.Type { signature.producedType }

  /// The address of the type that a factory declares to return, if it can be called as one that
  /// does; else zero.
  @inline(__always)
  final var producedBits: UInt {
    isTyped ? UInt(bitPattern: ObjectIdentifier(signature.producedType)) : 0
  }

  /// The types of the factory's parameters.
  package final var parameterTypes: [any Any.Type] { signature.parameterTypes }

  /// Returns the registration as one of a group that has an identity.
  package final func within(_ outer: RegistrationIdentity) -> Registration {
    var details = Details(
      locator: locator, scope: scope, isEager: isEager, identity: identity.within(outer),
      location: location, isolation: isolation, teardown: teardown, original: original)
    details.edges = edges
    details.isGenerated = isGenerated
    return copy(details)
  }

  /// Whether the scope keeps instances.
  package final var isStored: Bool { scope.kind != .instance }

  /// Whether the instance is kept for longer than a graph that is asked.
  package final var isKeptBeyondGraph: Bool { isStored && !scope.isScoped }

  /// Whether activation creates the instance: eager, kept, and without parameters.
  package final var canInstantiateEagerly: Bool {
    isEager && isStored && parameterTypes.isEmpty
  }

  /// Whether both take parameters of the same types in the same order.
  @inline(never)
  package final func hasSameParameters(as other: Registration) -> Bool {
    takes(other.parameterTypes)
  }

  /// Whether the factory takes exactly parameters of those types.
  package final func takes(_ types: [any Any.Type]) -> Bool { signature.takes(types) }

  /// Whether a synchronous factory takes one parameter of a type and declares to return another.
  @inline(__always)
  final func takesOne(_ parameter: UInt, returning produced: UInt) -> Bool {
    parameterBits == parameter && producedBits == produced
  }

  /// Whether both describe the same dependency, whatever their factories do.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  @inline(never)
  package final func isEqual(to other: Registration) -> Bool {
    self === other || signature == other.signature
  }

  /// Whether a container that has this one leaves the newcomer out: an equal one, or, by name and
  /// by value, one with the same parameters and identity.
  final func supersedes(_ newcomer: Registration) -> Bool {
    switch locator.storage {
    case .name, .value:
      hasSameParameters(as: newcomer) && identity == newcomer.identity
        && locator == newcomer.locator
    case .type, .types, .keys: isEqual(to: newcomer)
    }
  }
}

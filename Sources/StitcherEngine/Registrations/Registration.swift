/// A description of one dependency: its keys, its factory, its scope and its source location.
///
/// It holds no instance. It never changes, except that a teardown may be attached later. Its scope
/// and the graph decide where instances are kept.
package class Registration: @unchecked Sendable {
  // Safe: stored properties are constants or atomic, and factories are `@Sendable`.

  /// The attributes that decide whether this registration is equal to another one.
  let signature: RegistrationSignature

  // These flags fill the bytes that the signature leaves free.

  /// Whether the factory's declared return type is a class.
  package let producesObjects: Bool

  /// Whether the factory is asynchronous.
  ///
  /// If so, this is an ``AsyncRegistration``.
  package let isAsynchronous: Bool

  /// Whether the factory is free to run on any thread.
  ///
  /// The factory is then synchronous and isolated to no actor.
  let isFree: Bool

  /// Whether this is a ``TypedRegistration``.
  private let isTyped: Bool

  /// Whether a macro generated the registration.
  package let isGenerated: Bool

  /// The hash of the registration's first key.
  ///
  /// A registration of decorators has a different hash than other registrations with the same key.
  let keyHash: UInt

  /// The scope of the registration, which determines how long an instance lives.
  package let scope: Scope

  /// The source location of the registration.
  package let location: SourceLocation

  /// The registration's rarely used attributes; `nil` if all of them have default values.
  private let extendedAttributes: ExtendedAttributes?

  /// The holder of the teardown that a front end can set later; `nil` if it never sets one.
  ///
  /// Written before the registration is in a registry.
  @exclusivity(unchecked) final var attachedTeardown: AttachedTeardown?

  /// The rarely used attributes of a registration.
  ///
  /// They are stored in a separate object, because a program may have very many registrations.
  private final class ExtendedAttributes: @unchecked Sendable {
    // Safe: constants.
    let details: Details

    /// Stores the given attributes; returns `nil` if all of them have default values.
    init?(_ details: borrowing Details) {
      if details.isolation == nil, details.teardown == nil, details.original == nil,
        details.edges == nil, details.decorated == nil
      {
        return nil
      }
      self.details = copy details
    }
  }

  /// Creates a registration from its attributes and the types of its factory.
  ///
  /// The initializer is not inlined, since each specialized subclass would have a copy.
  @inline(never)
  init(
    _ details: borrowing Details, producedType: any Any.Type, parameterTypes: [any Any.Type],
    producesObjects: Bool, isTyped: Bool = false, isAsynchronous: Bool = false
  ) {
    signature = RegistrationSignature(
      locator: details.locator, identity: details.identity, producedType: producedType,
      parameterTypes: parameterTypes, scopeKind: details.scope.kind, isEager: details.isEager)
    // A creation path may contain both a decoration and the decorated registration, so their hashes
    // differ.
    keyHash = details.locator.first.hash ^ (details.decorated == nil ? 0 : 0x5EED_0000)
    scope = details.scope
    location = details.location
    extendedAttributes = ExtendedAttributes(details)
    self.producesObjects = producesObjects
    self.isTyped = isTyped
    self.isAsynchronous = isAsynchronous
    isFree = !isAsynchronous && details.isolation == nil
    isGenerated = details.isGenerated
  }

  /// The attributes from which a registration is created, except its factory.
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

    /// The registration that this registration decorates; `nil` if this registration applies no
    /// decorators.
    var decorated: Registration?

    /// The dependencies that the factory is declared to inject; `nil` if the factory may inject
    /// anything.
    package var edges: [DeclaredEdge]?

    /// The source locations of the decorators that this registration applies, the innermost first.
    ///
    /// Empty for a registration without decorators.
    package var decoratorLocations: [SourceLocation] = []

    /// Creates the attributes for a new registration.
    ///
    /// - Parameters:
    ///   - isolation: The actor to which the factory is isolated; see ``FactoryClosure``.
    ///   - teardown: The teardown of instances, which runs when an instance is evicted.
    ///   - original: Another registration, with which this one shares its instance: this one is a
    ///     copy of it with another locator, or replaces it in an ``EditableRegistry``.
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

  /// A placeholder for code that needs a registration although there is none.
  static let nothing: Registration = ParameterlessRegistration(
    .init(locator: .type(Void.self), scope: .instance, location: .unknown), {})

  /// Returns a copy of this registration: a registration with the same factory and the given
  /// attributes.
  func copy(_ details: Details) -> Registration {
    fatalError("A subclass must override this method.")
  }

  /// Runs the synchronous factory, and returns its result in the form in which a cell stores an
  /// instance.
  ///
  /// The arguments must have the parameters' types.
  func makeInstance(_ step: CreationStep, _ arguments: [Any]) throws -> Instance {
    fatalError("A subclass must override this method.")
  }

  /// Runs the synchronous factory, calls the graph's instantiation hook, and casts the result to
  /// `type`.
  ///
  /// The arguments must have the parameters' types.
  package func make<Value>(
    _ step: CreationStep, _ arguments: [Any], as type: Value.Type
  ) throws -> Value {
    fatalError("A subclass must override this method.")
  }

  /// Whether the graph's instantiation hook was already called with the given instance.
  ///
  /// That is the case if the decorator has returned the live object that it was given.
  package func wasReported(_ instance: Any, _ arguments: [Any]) -> Bool { false }

  /// The actor to which a synchronous factory is isolated; `nil` if any thread may run the
  /// factory.
  package final var isolation: (any Actor)? { extendedAttributes?.details.isolation }

  /// The teardown that was declared with the registration; `nil` if there is none.
  final var declaredTeardown: Teardown? { extendedAttributes?.details.teardown }

  /// The dependencies that the factory is declared to inject; `nil` if the factory may inject
  /// anything.
  package final var edges: [DeclaredEdge]? { extendedAttributes?.details.edges }

  /// The source locations of the decorators that this registration applies, the innermost first.
  ///
  /// Empty for a registration without decorators.
  package final var decoratorLocations: [SourceLocation] {
    extendedAttributes?.details.decoratorLocations ?? []
  }

  /// The registration whose instances this registration decorates; `nil` if it applies no
  /// decorators.
  package final var decorated: Registration? { extendedAttributes?.details.decorated }

  /// Whether this registration applies decorators to the instances of another registration.
  package final var isDecoration: Bool { decorated != nil }

  /// The original registration from which this one was copied; `nil` if this one is no copy.
  ///
  /// The copy has another locator.
  final var original: Registration? { extendedAttributes?.details.original }

  /// The registration for which the instance's cell was created: the one that this registration
  /// copies, or itself.
  ///
  /// It is the original if this registration is a copy.
  package final var origin: Registration { original ?? self }

  /// The registration without any of its decorators.
  ///
  /// If it has no decorators, it is this registration.
  package final var undecorated: Registration { decorated?.undecorated ?? self }

  /// The keys under which lookups find the registration.
  package final var locator: Locator { signature.locator }

  /// Whether the registration is eager: an activation of its registry creates the instance at once.
  package final var isEager: Bool { signature.isEager }

  /// The values that distinguish this registration from others with equal keys and types.
  package final var identity: RegistrationIdentity { signature.identity }

  /// The declared return type of the factory.
  package final var producedType: any Any.Type { signature.producedType }

  /// The address of the metadata of the factory's declared return type.
  ///
  /// Zero if this is no ``TypedRegistration``.
  @inline(__always)
  final var producedBits: UInt {
    isTyped ? UInt(bitPattern: ObjectIdentifier(signature.producedType)) : 0
  }

  /// Returns the address that identifies the dynamic type of an instance that this registration has
  /// created.
  ///
  /// If the declared type is a class, the type is read from the object, which may be an instance of
  /// a subclass. Otherwise, the result identifies the declared type. A protocol type is the dynamic
  /// type of no instance.
  ///
  /// - Parameter object: The instance. It is only evaluated if the declared type is a class.
  @inline(__always)
  final func dynamicTypeBits<Object>(of object: @autoclosure () -> Object) -> UInt {
    producesObjects
      ? StitcherEngine.dynamicTypeBits(ofObject: object())
      : UInt(bitPattern: ObjectIdentifier(signature.producedType))
  }

  /// The types of the factory's parameters.
  package final var parameterTypes: [any Any.Type] { signature.parameterTypes }

  /// Returns a copy of this registration whose attributes are changed by the given closure.
  private final func copy(_ change: (inout Details) -> Void) -> Registration {
    var details =
      extendedAttributes?.details
      ?? Details(
        locator: locator, scope: scope, isEager: isEager, identity: identity, location: location)
    (details.teardown, details.isGenerated) = (teardown, isGenerated)
    change(&details)
    return copy(details)
  }

  /// Returns a copy of this registration that also has the identity of an enclosing group.
  ///
  /// The group has an identity that it gives to its declarations, such as `.id("guest")`.
  package final func within(_ outer: RegistrationIdentity) -> Registration {
    copy { $0.identity = identity.within(outer) }
  }

  /// Returns a copy of this registration that has the given keys and shares the instance.
  ///
  /// The copy uses the cell of this registration.
  package final func moved(to locator: Locator) -> Registration {
    copy { ($0.locator, $0.original) = (locator, origin) }
  }

  /// Whether the scope keeps (*stores*) instances. A transient scope does not.
  package final var isStored: Bool { scope.kind != .instance }

  /// Whether an instance may outlive the graph that has requested it.
  package final var isKeptBeyondGraph: Bool { isStored && !scope.isScoped }

  /// Whether an activation can create the instance.
  ///
  /// The registration is then eager and kept, and takes no parameters.
  package final var canInstantiateEagerly: Bool { isEager && isStored && parameterTypes.isEmpty }

  /// Whether the factory has parameters of exactly the given types.
  package final func takes(_ types: [any Any.Type]) -> Bool { signature.takes(types) }

  /// Whether the factory has exactly one parameter, of one given type, and returns another given
  /// type.
  ///
  /// The types are given by the addresses of their metadata.
  @inline(__always)
  final func takesOne(_ parameter: UInt, returning produced: UInt) -> Bool {
    producedBits == produced && signature.parameterTypes.count == 1
      && UInt(bitPattern: ObjectIdentifier(signature.parameterTypes[0])) == parameter
  }

  /// Whether both registrations describe the same dependency.
  ///
  /// Their factories are not compared.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  @inline(never)
  package final func isEqual(to other: Registration) -> Bool {
    self === other || signature == other.signature
  }

  /// Whether this registration supersedes a later one, so that a container ignores the later one.
  ///
  /// A container ignores an equal registration. If the locator is a name or a value, the same
  /// parameters and identity are enough.
  final func supersedes(_ newcomer: Registration) -> Bool {
    if case .type = locator.first { return isEqual(to: newcomer) }
    if locator.keyCount > 1 { return isEqual(to: newcomer) }
    return takes(newcomer.parameterTypes) && identity == newcomer.identity
      && locator == newcomer.locator
  }
}

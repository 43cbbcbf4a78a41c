internal import StitcherEngine

/// An implementation, as it is registered.
@usableFromInline
struct Implementation<Abstraction>: @unchecked Sendable {
  // Safe: a closure of an actor is called there only; any other is the program's, and runs on the
  // threads on which the program injects.

  /// What tells it from other implementations of the abstraction.
  @usableFromInline let key: String

  /// The actor on which the closure was written; nil if it belongs to none.
  let isolation: (any Actor)?

  /// Makes an instance.
  let make: () throws -> Abstraction

  /// Takes over a closure that throws ``NoInstance`` instead of returning nil.
  @usableFromInline
  init(
    key: String, isolation: (any Actor)?, throwing make: @escaping () throws -> Abstraction
  ) {
    self.key = key
    self.isolation = isolation
    self.make = make
  }

  /// Returns a closure for the engine, which calls it where it belongs.
  @usableFromInline
  static func free(
    _ make: @escaping @isolated(any) () -> Abstraction?
  ) -> @Sendable () -> Abstraction? {
    withoutIsolation(make)
  }

  /// Takes over a closure. It is inlined into who knows the type, so that no metadata of optional
  /// types is looked up later.
  ///
  /// - Parameter actor: The actor to which a closure belongs that does not say so itself.
  @inlinable
  init(
    key: String, make: @escaping @isolated(any) () -> Abstraction?, of actor: (any Actor)? = nil
  ) {
    let free = Self.free(make)
    self.init(
      key: key, isolation: make.isolation ?? actor,
      throwing: {
        guard let instance = free() else { throw NoInstance(Abstraction.self, key) }
        return instance
      })
  }

  /// The registrations: for a new instance each time, and for the only one.
  ///
  /// - Parameters:
  ///   - isDefault: Whether they are found by the abstraction alone as well.
  ///   - teardown: How the only one is closed.
  func registrations(
    isDefault: Bool, teardown: ImplementationTeardown<Abstraction>?
  ) -> (regular: Registration, singleton: Registration) {
    let all = LookupKey.type(ImplementationsOf<Abstraction>.self)
    let regular = [LookupKey(Abstraction.self, key, .regular), all]
    let singleton = [LookupKey(Abstraction.self, key, .singleton), all]
    // Safe: see above. A closure in between would cost each injection.
    let factory = unsafeBitCast(make, to: (@Sendable () throws -> Abstraction).self)
    let location = teardown?.location ?? .unknown
    return (
      TypedRegistration(
        locator: .keys((isDefault ? [.type(Abstraction.self)] : []) + regular),
        scope: .instance, location: location, isolation: isolation, factory: factory),
      TypedRegistration(
        locator: .keys((isDefault ? [.type(SingletonOf<Abstraction>.self)] : []) + singleton),
        scope: .singleton, location: location, isolation: isolation,
        teardown: teardown?.ofSingleton,
        factory: { SingletonOf(value: try factory()) })
    )
  }
}

extension EditableRegistry {
  /// The default key of an abstraction; nil if it is not registered.
  func defaultKey<Abstraction>(of abstraction: Abstraction.Type) -> DefaultKeyOf<Abstraction>? {
    DefaultKeyOf(registrations(for: .type(DefaultKeyOf<Abstraction>.self)).first)
  }
}

extension RegistryEdit {
  /// The default key of an abstraction; nil if it is not registered.
  func defaultKey<Abstraction>(of abstraction: Abstraction.Type) -> DefaultKeyOf<Abstraction>? {
    DefaultKeyOf(registrations(for: .type(DefaultKeyOf<Abstraction>.self)).first)
  }

  /// The number of keys of an abstraction.
  func keyCount<Abstraction>(of abstraction: Abstraction.Type) -> Int {
    registrations(for: .type(ImplementationsOf<Abstraction>.self)).count / 2
  }

  /// Sets implementations, instead of those with the same keys, whose singletons are released.
  ///
  /// - Parameters:
  ///   - implementations: The implementations, in the order in which they are registered.
  ///   - default: The default key from now on.
  ///   - teardown: How their singletons are closed.
  mutating func set<Abstraction>(
    _ implementations: [Implementation<Abstraction>], default new: DefaultKeyOf<Abstraction>,
    teardown: ImplementationTeardown<Abstraction>?
  ) {
    setDefaultKey(new)
    for implementation in implementations {
      let isDefault = implementation.key == new.key
      let (regular, singleton) = implementation.registrations(
        isDefault: isDefault, teardown: teardown)
      set(regular, LookupKey(Abstraction.self, implementation.key, .regular))
      set(singleton, LookupKey(Abstraction.self, implementation.key, .singleton))
    }
  }

  /// Changes the default key, and with it what the abstraction alone leads to.
  mutating func setDefaultKey<Abstraction>(_ new: DefaultKeyOf<Abstraction>) {
    let old = defaultKey(of: Abstraction.self)
    set(
      TypedRegistration(
        locator: .type(DefaultKeyOf<Abstraction>.self), scope: .instance, location: .unknown,
        factory: { new }), .type(DefaultKeyOf<Abstraction>.self))
    guard let old, old.key != new.key else { return }
    for (key, isDefault) in [(old.key, false), (new.key, true)] {
      change(
        LookupKey(Abstraction.self, key, .regular), isDefault: isDefault, of: Abstraction.self)
      change(
        LookupKey(Abstraction.self, key, .singleton), isDefault: isDefault,
        of: SingletonOf<Abstraction>.self)
    }
  }

  /// Has a registration found by its type as well, or no more; it keeps its instance.
  private mutating func change<Produced>(
    _ key: LookupKey, isDefault: Bool, of type: Produced.Type
  ) {
    guard let old = registrations(for: key).first else { return }
    let keys = old.locator.keys.filter { $0 != .type(type) }
    // Only this module registers by its own keys.
    replace(
      old,
      by: TypedRegistration<Produced, Void>(
        moving: unsafeDowncast(old, to: TypedRegistration<Produced, Void>.self),
        to: .keys((isDefault ? [.type(type)] : []) + keys)))
  }

  /// Adds a registration, instead of the one that a key finds.
  private mutating func set(_ new: Registration, _ key: LookupKey) {
    if let old = registrations(for: key).first { replace(old, by: new) } else { insert(new) }
  }
}

extension DefaultKeyOf {
  /// Reads the key that a registration produces.
  fileprivate init?(_ registration: Registration?) {
    guard let registration else { return nil }
    // Only this module registers by its own keys. The factory returns a constant.
    let typed = unsafeDowncast(registration, to: TypedRegistration<Self, Void>.self)
    guard let value = try? typed.factory(()) else { return nil }
    self = value
  }
}

extension LookupKey {
  /// The key of an implementation.
  init(_ abstraction: any Any.Type, _ key: String, _ type: InjectionType) {
    self = .value(TypedValueKey(ImplementationKey(abstraction, key, type)))
  }
}

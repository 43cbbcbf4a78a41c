internal import StitcherEngine

/// An implementation of an abstraction: a key, and a closure that creates an instance.
@usableFromInline
struct Implementation<Abstraction>: @unchecked Sendable {
  // Safe: a closure of an actor is called on that actor only. Other closures run on the injecting
  // threads, as the user has written them.

  /// The key that distinguishes this implementation from others of the same abstraction.
  @usableFromInline let key: String

  /// The actor to which the implementation's closure is isolated; `nil` if it is not isolated to an
  /// actor.
  let isolation: (any Actor)?

  /// The closure that creates an instance; it throws ``NoInstance`` instead of returning `nil`.
  let make: () throws -> Abstraction

  /// Creates an implementation from a closure that throws ``NoInstance`` instead of returning
  /// `nil`.
  @usableFromInline
  init(
    key: String, isolation: (any Actor)?, throwing make: @escaping () throws -> Abstraction
  ) {
    self.key = key
    self.isolation = isolation
    self.make = make
  }

  /// Returns the given closure without its isolation. The result must only be called on the
  /// closure's actor.
  @usableFromInline
  static func free(
    _ make: @escaping @isolated(any) () -> Abstraction?
  ) -> @Sendable () -> Abstraction? {
    withoutIsolation(make)
  }

  /// Creates an implementation from a key and a closure that creates an instance or returns `nil`.
  ///
  /// The initializer is inlined where the abstraction is known, so that no generic metadata is
  /// looked up later.
  ///
  /// - Parameter actor: The actor of a closure without an isolation of its own.
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

  /// Returns the two registrations of the implementation: for new instances, and for the singleton.
  ///
  /// - Parameters:
  ///   - isDefault: Whether the registrations are also found by the abstraction alone.
  ///   - teardown: The teardown of the singleton.
  func registrations(
    isDefault: Bool, teardown: ImplementationTeardown<Abstraction>?
  ) -> (regular: Registration, singleton: Registration) {
    let all = LookupKey.type(ImplementationsOf<Abstraction>.self)
    let regular = [LookupKey(Abstraction.self, key, .regular), all]
    let singleton = [LookupKey(Abstraction.self, key, .singleton), all]
    // Safe: see above. A closure around `make` would slow down each injection.
    let factory = unsafeBitCast(make, to: (@Sendable () throws -> Abstraction).self)
    let location = teardown?.location ?? .unknown
    return (
      ParameterlessRegistration(
        .init(
          locator: .keys((isDefault ? [.type(Abstraction.self)] : []) + regular),
          scope: .instance, location: location, isolation: isolation), factory),
      ParameterlessRegistration(
        .init(
          locator: .keys((isDefault ? [.type(SingletonOf<Abstraction>.self)] : []) + singleton),
          scope: .singleton, location: location, isolation: isolation,
          teardown: teardown?.ofSingleton), { SingletonOf(value: try factory()) })
    )
  }
}

extension EditableRegistry {
  /// Returns the default key of the given abstraction; `nil` if the abstraction is not registered.
  func defaultKey<Abstraction>(of abstraction: Abstraction.Type) -> DefaultKeyOf<Abstraction>? {
    DefaultKeyOf(registrations(for: .type(DefaultKeyOf<Abstraction>.self)).first)
  }
}

extension RegistrationTable {
  /// Returns the default key of the given abstraction; `nil` if the abstraction is not registered.
  func defaultKey<Abstraction>(of abstraction: Abstraction.Type) -> DefaultKeyOf<Abstraction>? {
    DefaultKeyOf(registrations(for: .type(DefaultKeyOf<Abstraction>.self)).first)
  }

  /// Returns the number of implementations of the given abstraction.
  func keyCount<Abstraction>(of abstraction: Abstraction.Type) -> Int {
    registrations(for: .type(ImplementationsOf<Abstraction>.self)).count / 2
  }

  /// Registers implementations of an abstraction. Present implementations with the same keys are
  /// replaced, and their singletons released.
  ///
  /// - Parameters:
  ///   - implementations: The implementations, in the order of registration.
  ///   - default: The new default key.
  ///   - teardown: The teardown of the singletons.
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

  /// Changes an abstraction's default key. A lookup by the abstraction alone then finds the
  /// implementation of the new key.
  mutating func setDefaultKey<Abstraction>(_ new: DefaultKeyOf<Abstraction>) {
    let old = defaultKey(of: Abstraction.self)
    set(
      ParameterlessRegistration(
        .init(locator: .type(DefaultKeyOf<Abstraction>.self), scope: .instance, location: .unknown),
        { new }), .type(DefaultKeyOf<Abstraction>.self))
    guard let old, old.key != new.key else { return }
    for (key, isDefault) in [(old.key, false), (new.key, true)] {
      change(
        LookupKey(Abstraction.self, key, .regular), isDefault: isDefault, of: Abstraction.self)
      change(
        LookupKey(Abstraction.self, key, .singleton), isDefault: isDefault,
        of: SingletonOf<Abstraction>.self)
    }
  }

  /// Adds a type to the lookup keys of a registration if the registration becomes the default one;
  /// otherwise removes the type from them.
  ///
  /// The registration keeps its instance.
  private mutating func change(_ key: LookupKey, isDefault: Bool, of type: any Any.Type) {
    guard let old = registrations(for: key).first else { return }
    let keys = old.locator.keys.filter { $0 != .type(type) }
    replace(old, by: old.moved(to: .keys((isDefault ? [.type(type)] : []) + keys)))
  }

  /// Inserts a registration, or replaces the present registration with the same key.
  private mutating func set(_ new: Registration, _ key: LookupKey) {
    if let old = registrations(for: key).first { replace(old, by: new) } else { insert(new) }
  }
}

extension DefaultKeyOf {
  /// Creates the default key of an abstraction from the registration that stores it; returns `nil`
  /// if there is no registration.
  fileprivate init?(_ registration: Registration?) {
    guard let registration else { return nil }
    // Safe: only this module registers with keys of these types. The factory returns a constant.
    let typed = unsafeDowncast(registration, to: TypedRegistration<Self, Void>.self)
    guard let value = try? withArguments((), { try typed.call($0) }) else { return nil }
    self = value
  }
}

extension LookupKey {
  /// Creates the engine's lookup key for an implementation of an abstraction.
  init(_ abstraction: any Any.Type, _ key: String, _ type: InjectionType) {
    self = .value(TypedValueKey(ImplementationKey(abstraction, key, type)))
  }
}

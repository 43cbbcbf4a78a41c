package import StitcherEngine

extension RegistrationSet: ExpressibleByArrayLiteral {
  /// Creates a set of registrations in the order of the literal.
  package init(arrayLiteral elements: Registration...) {
    self.init()
    for element in elements { insert(element) }
  }
}

extension Registration {
  /// Registers a factory by its type and by further types.
  static func type<Produced, each Parameter>(
    _ type: Produced.Type, also others: [any Any.Type] = [], scope: Scope = .instance,
    isEager: Bool = false, file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @isolated(any) (repeat each Parameter) throws -> Produced
  ) -> Registration {
    let closure = FactoryClosure<Produced, (repeat each Parameter)>(factory)
    return ParameterizedRegistration(
      Details(
        locator: Locator.types([type] + others), scope: scope, isEager: isEager,
        location: SourceLocation(file: file, line: line), isolation: closure.isolation),
      .list(), closure.call)
  }

  /// Registers a factory by a name.
  static func name<Produced, each Parameter>(
    _ name: String, scope: Scope = .instance, file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) -> Registration {
    let closure = FactoryClosure<Produced, (repeat each Parameter)>(factory)
    return ParameterizedRegistration(
      Details(
        locator: .name(name), scope: scope, location: SourceLocation(file: file, line: line)),
      .list(), closure.call)
  }

  /// Registers a factory without parameters by a name.
  static func name<Produced>(
    _ name: String, scope: Scope = .instance, file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @Sendable () throws -> Produced
  ) -> Registration {
    ParameterlessRegistration(
      .init(locator: .name(name), scope: scope, location: SourceLocation(file: file, line: line)),
      factory)
  }

  /// Registers a factory by a value.
  static func value<Produced, each Parameter>(
    _ value: some Hashable, scope: Scope = .instance, file: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) -> Registration {
    let closure = FactoryClosure<Produced, (repeat each Parameter)>(factory)
    return ParameterizedRegistration(
      Details(
        locator: .value(value), scope: scope, location: SourceLocation(file: file, line: line)),
      .list(), closure.call)
  }
}

extension EditableRegistry {
  /// Makes the given value the instance of a registration, and starts the teardowns.
  @discardableResult
  func setInstance<Value>(_ value: Value, of registration: Registration) -> Bool {
    PendingTeardowns.collect { setInstance(value, of: registration, &$0) }
  }

  /// Evicts the instance of a registration, and starts the teardowns.
  func forgetInstance(of registration: Registration) {
    PendingTeardowns.collect { forgetInstances(of: [registration], &$0) }
  }
}

extension Graph {
  /// Deactivates all registries, and starts the teardowns.
  func deactivateAll() { PendingTeardowns.collect { deactivateAll(&$0) } }

  /// Deactivates a registry and activates another one, in one change.
  func replace(
    _ old: any Registry, by new: any Registry, keeping owner: (any AnyObject & Sendable)? = nil
  ) {
    replace { (old === new ? [] : [old], new, owner) }
  }
}

internal import StitcherEngine

// Registrations do not keep their container alive: what has them in use does, and a weak reference
// would make each retain and release of the container slower.
extension Container {
  /// Adds a registration, whose factory gets this container, or the one that was asked if it makes
  /// a new instance.
  final func add<Dependency>(
    _ type: Dependency.Type, in scope: DependencyScope,
    _ factory: @escaping (any DependencyResolving) throws -> Dependency
  ) {
    // Safe: the factory is the program's; it runs on the threads on which the program resolves.
    nonisolated(unsafe) let factory = factory
    let key = RegistrationKey(type)
    switch scope {
    case .shared:
      registry.register(
        TypedRegistration(locator: key.locator, scope: .singleton, location: .unknown) {
          [unowned self] in try factory(self)
        }, as: type)
    case .new:
      registry.register(
        TypedRegistration(locator: key.locator, scope: .instance, location: .unknown) {
          [unowned self] in
          guard let asked = Graph.askingOwner else { return try factory(self) }
          // Only containers own graphs that have containers' registrations. It lives, since
          // it is asked.
          return try factory(Unmanaged<Container>.fromOpaque(asked).takeUnretainedValue())
        }, as: type)
    }
  }

  /// Adds a registration whose factory takes arguments and gets the container that was asked;
  /// shared in the default scope if there are none.
  final func add<Dependency, each Argument>(
    _ type: Dependency.Type,
    _ factory: @escaping (any DependencyResolving, repeat each Argument) throws -> Dependency
  ) {
    // Safe: the factory is the program's; it runs on the threads on which the program resolves.
    nonisolated(unsafe) let factory = factory
    let key = RegistrationKey(type, repeat (each Argument).self)
    let scope = key.arguments.isEmpty ? Self.defaultScope : .new
    registry.register(
      TypedRegistration<Dependency, repeat each Argument>(
        locator: key.locator, scope: scope.engineScope, location: .unknown
      ) { [unowned self] (arguments: repeat each Argument) throws -> Dependency in
        guard scope == .new, let asked = Graph.askingOwner else {
          return try factory(self, repeat each arguments)
        }
        // As above.
        let container = Unmanaged<Container>.fromOpaque(asked).takeUnretainedValue()
        return try factory(container, repeat each arguments)
      }, as: type)
  }

  /// Returns the dependency of a type.
  @inline(__always)
  final func find<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    // A subclass may stand for its superclass; the fast path takes types for what they are called.
    if type == Dependency.self { return try graph.resolve(type) }
    return try graph.resolveSlowly(.type(type), isRemembered: true)
  }

  /// Returns a new instance of the dependency of a type.
  @inline(__always)
  final func find<Dependency, each Argument>(
    _ type: Dependency.Type, _ arguments: repeat each Argument
  ) throws -> Dependency {
    if type == Dependency.self {
      return try graph.resolve(type, arguments: repeat each arguments)
    }
    return try graph.resolveSlowly(
      .type(type), arguments: repeat each arguments, isRemembered: true)
  }
}

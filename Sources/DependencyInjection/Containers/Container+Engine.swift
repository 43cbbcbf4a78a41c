internal import StitcherEngine

extension Container {
  /// Adds a registration, whose factory gets this container, or the one that was asked if it makes a new instance.
  final func add<Dependency, each Argument>(
    _ type: Dependency.Type, in scope: DependencyScope,
    _ factory: @escaping (any DependencyResolving, repeat each Argument) throws -> Dependency
  ) {
    // Safe: the factory is the program's; it runs on the threads on which the program resolves.
    nonisolated(unsafe) let factory = factory
    let key = RegistrationKey(type, repeat (each Argument).self)
    let isNew = scope == .new
    registry.register(
      TypedRegistration<Dependency, repeat each Argument>(
        locator: key.locator, scope: scope.engineScope, location: .unknown
      ) { [weak self] (arguments: repeat each Argument) throws -> Dependency in
        if isNew, let asked = Graph.askingOwner {
          // Only containers are owners of graphs that have a container's registrations. It lives, since it is asked.
          let container = Unmanaged<Container>.fromOpaque(asked).takeUnretainedValue()
          return try factory(container, repeat each arguments)
        }
        guard let self else { throw ResolutionError.gone(key) }
        return try factory(self, repeat each arguments)
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

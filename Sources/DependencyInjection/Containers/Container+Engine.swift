internal import StitcherEngine

extension Container {
  /// Adds a registration. The factory receives the container in which the factory runs.
  ///
  /// A shared instance is created in this container, and a new instance in the container of the
  /// request.
  final func add<Dependency>(
    _ type: Dependency.Type, in scope: DependencyScope,
    _ factory: @escaping @isolated(any) (any DependencyResolving) throws -> Dependency
  ) {
    let details = details(RegistrationKey(type).locator, in: scope, factory.isolation)
    let factory: @Sendable (borrowing BorrowedContainer) throws -> Dependency =
      withoutIsolation(ofFactory: factory)
    let registration = ParameterizedRegistration(details, .list()) {
      [home] (arguments: ArgumentTuple<Void>) in
      var retained: Container?
      defer { withExtendedLifetime(retained) {} }
      return try factory(home.container(for: arguments, retained: &retained).pointee)
    }
    registry.register(registration, as: type, in: graph)
  }

  /// Adds a registration with a factory that takes arguments. If the factory takes none, the
  /// registration has the default scope.
  final func add<Dependency, each Argument>(
    _ type: Dependency.Type,
    _ factory:
      @escaping @isolated(any) (any DependencyResolving, repeat each Argument) throws ->
      Dependency
  ) {
    let key = RegistrationKey(type, repeat (each Argument).self)
    let scope: DependencyScope = key.arguments.isEmpty ? Self.defaultScope : .new
    let details = details(key.locator, in: scope, factory.isolation)
    let factory:
      @Sendable (borrowing BorrowedContainer, repeat each Argument) throws -> Dependency =
        withoutIsolation(ofFactory: factory)
    let registration = ParameterizedRegistration(details, .list()) {
      [home] (arguments: ArgumentTuple<(repeat each Argument)>) in
      var position = arguments.start
      var retained: Container?
      defer { withExtendedLifetime(retained) {} }
      return try factory(
        home.container(for: arguments, retained: &retained).pointee,
        repeat next((each Argument).self, at: &position))
    }
    registry.register(registration, as: type, in: graph)
  }

  /// Returns the attributes of a registration.
  ///
  /// - Parameters:
  ///   - locator: The keys of the registration.
  ///   - scope: The lifetime of its instances.
  ///   - isolation: The actor on which its factory has to run; `nil` for any thread.
  private final func details(
    _ locator: Locator, in scope: DependencyScope, _ isolation: (any Actor)?
  ) -> Registration.Details {
    .init(
      locator: locator, scope: scope.engineScope, location: RegistrationPlace.location,
      isolation: isolation)
  }

  /// Returns the dependency of a type.
  @inline(__always)
  final func find<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    if graph.host == nil { return try findHere(type) }
    return try graph.runInHost { try findHere(type) }
  }

  /// Returns the dependency of a type. The caller has made the container's host graph current, if
  /// there is one.
  @inline(__always)
  private final func findHere<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    // `type` may be a subclass of the static type. The fast path requires that both are the same.
    if type == Dependency.self { return try graph.resolve(type) }
    return try graph.lookUpAndResolve(.type(type))
  }

  /// Returns a new instance of the dependency of a type, created from arguments.
  @inline(__always)
  final func find<Dependency, each Argument>(
    _ type: Dependency.Type, _ arguments: repeat each Argument
  ) throws -> Dependency {
    if graph.host == nil { return try findHere(type, repeat each arguments) }
    return try graph.runInHost { try findHere(type, repeat each arguments) }
  }

  /// Returns a new instance of the dependency of a type, created from one argument.
  @inline(__always)
  final func find<Dependency, Argument>(
    _ type: Dependency.Type, oneArgument argument: Argument
  ) throws -> Dependency {
    guard graph.host == nil, type == Dependency.self else { return try find(type, argument) }
    return try graph.finish(
      graph.find(ObjectIdentifier(type)), .type(type), argument: argument)
  }

  /// Returns a new instance of the dependency of a type, created from arguments. The caller has
  /// made the container's host graph current, if there is one.
  @inline(__always)
  private final func findHere<Dependency, each Argument>(
    _ type: Dependency.Type, _ arguments: repeat each Argument
  ) throws -> Dependency {
    if type == Dependency.self {
      let found = graph.find(ObjectIdentifier(type))
      var count = 0
      // A loop over the pack of types would create a metatype for each element.
      repeat Self.increment(&count, for: (each Argument).self)
      if count == 1 {
        for argument in repeat each arguments {
          return try graph.finish(found, .type(type), argument: argument)
        }
      }
      return try graph.finish(found, .type(type), arguments: repeat each arguments)
    }
    return try graph.lookUpAndResolve(.type(type), arguments: repeat each arguments)
  }

  /// Increments a count; called once for each element of a pack.
  @inline(__always)
  private static func increment<Argument>(_ count: inout Int, for type: Argument.Type) {
    count += 1
  }
}

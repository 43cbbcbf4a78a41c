internal import StitcherEngine

/// What an asynchronous factory resolves from: a container, and the place on the path of what
/// is being created.
struct AsyncResolver: AsyncDependencyResolving, Sendable {
  /// The graph of the container.
  let graph: Graph

  /// What is being created; nil outside of a factory.
  let context: AsyncResolutionContext?

  /// Returns the dependency of a type.
  nonisolated(nonsending) func tryResolve<Dependency: Sendable>(type: Dependency.Type) async throws
    -> Dependency
  {
    do { return try await graph.resolve(type, in: context) } catch {
      throw Self.explaining(error, RegistrationKey(type), graph, context)
    }
  }

  /// Returns a new instance of the dependency of a type, made from arguments.
  nonisolated(nonsending) func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument
  ) async throws -> Dependency {
    do {
      return try await graph.resolve(type, arguments: repeat each arguments, in: context)
    } catch {
      throw Self.explaining(
        error, RegistrationKey(type, repeat (each Argument).self), graph, context)
    }
  }

  /// Turns a failure of the engine into an error. An actor has no subclasses, so its type says
  /// which container it was.
  static func explaining(
    _ error: any Error, _ request: RegistrationKey, _ graph: Graph,
    _ context: AsyncResolutionContext?
  ) -> any Error {
    ResolutionError.explaining(error, request, in: AsyncContainer.self, graph, context)
  }
}

extension AsyncContainer {
  /// Adds a registration, whose factory resolves from this container, or from the one that was
  /// asked if it makes a new instance.
  nonisolated func add<Dependency: Sendable, each Argument: Sendable, Failure: Error>(
    _ type: Dependency.Type, in scope: DependencyScope,
    _ factory:
      @escaping @Sendable @isolated(any) (
        any AsyncDependencyResolving & Sendable, repeat each Argument
      )
      async throws(Failure) -> Dependency
  ) {
    let key = RegistrationKey(type, repeat (each Argument).self)
    let home = graph.reference
    registry.register(
      AsyncRegistration(
        locator: key.locator, scope: scope.engineScope, location: RegistrationPlace.location
      ) { (context, arguments: repeat each Argument) async throws -> Dependency in
        try await factory(
          AsyncResolver(graph: Self.graph(of: context, home: home), context: context),
          repeat each arguments)
      }, as: type, in: graph)
  }

  /// Returns the graph from which a factory resolves: that of the container that runs it. If that
  /// is another front end's graph, to which the container is attached, it is the container's own,
  /// or, of the shared one, what stands for it in an isolated graph.
  private static func graph(of context: AsyncResolutionContext, home: GraphReference) -> Graph {
    guard context.graph.canBeCurrent, let own = home.object else { return context.graph }
    return own === processShared.graph ? shared.graph : own
  }
}

internal import StitcherEngine

/// The resolver that an asynchronous factory receives: the graph of a container, with the context
/// of the running creation.
struct AsyncResolver: AsyncDependencyResolving, Sendable {
  /// The graph of the container.
  let graph: Graph

  /// The context of the running creation; `nil` outside of factories.
  let context: AsyncResolutionContext?

  /// Returns the dependency of a type.
  nonisolated(nonsending) func tryResolve<Dependency: Sendable>(type: Dependency.Type) async throws
    -> Dependency
  {
    do { return try await graph.resolve(type, in: context) } catch {
      throw Self.explaining(error, RegistrationKey(type), graph, context)
    }
  }

  /// Returns a new instance of the dependency of a type, created from arguments.
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

  /// Converts the internal error of a failed resolution to a ``ResolutionError``; returns other
  /// errors unchanged.
  ///
  /// Actors have no subclasses, so the error names `AsyncContainer` as the container's type.
  static func explaining(
    _ error: any Error, _ request: RegistrationKey, _ graph: Graph,
    _ context: AsyncResolutionContext?
  ) -> any Error {
    ResolutionError.explaining(error, request, in: AsyncContainer.self, graph, context)
  }
}

extension AsyncContainer {
  /// Adds a registration. The factory resolves its needs from the container in which the factory
  /// runs.
  ///
  /// A shared instance is created in this container, and a new instance in the container of the
  /// request.
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
        Registration.Details(
          locator: key.locator, scope: scope.engineScope, location: RegistrationPlace.location)
      ) { (context, arguments: repeat each Argument) async throws -> Dependency in
        try await factory(
          AsyncResolver(graph: Self.graph(of: context, home: home), context: context),
          repeat each arguments)
      }, as: type, in: graph)
  }

  /// Returns the graph from which a factory resolves: the graph of the container in which the
  /// factory runs.
  ///
  /// If the container is attached to a graph of another module, and the factory runs in that
  /// graph, the result is the container's own graph. For the shared container, it is the graph of
  /// the copy in the current isolated graph.
  private static func graph(of context: AsyncResolutionContext, home: GraphReference) -> Graph {
    guard context.graph.canBeCurrent, let own = home.object else { return context.graph }
    return own === processShared.graph ? shared.graph : own
  }
}

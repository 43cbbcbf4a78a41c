internal import StitcherEngine

extension DependencyGraph {
  /// Activates a container in the current graph, so that its dependencies can be injected.
  ///
  /// Eager dependencies are created before the call returns; those of an actor on which the caller
  /// does not run soon after, there. An active container keeps its place in the order; its eager
  /// dependencies are looked after again. One graph-changed event is sent.
  ///
  /// In asynchronous code, `activate(container)` is the form below and needs `await`.
  ///
  /// - Parameters:
  ///   - container: The container; the graph keeps it.
  ///   - completion: Is called once, after all of that, on the calling thread.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public static func activate(
    _ container: DependencyContainer, completion: @escaping () -> Void = {}
  ) {
    current.activate(container, completion: completion)
  }

  /// Activates a container in this graph, as ``activate(_:completion:)-swift.type.method`` does in
  /// the current one.
  ///
  /// A container may be active in any number of graphs, each of which has instances of its own.
  ///
  /// - Parameters:
  ///   - container: The container; the graph keeps it.
  ///   - completion: Is called once, after all of that, on the calling thread.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public func activate(_ container: DependencyContainer, completion: @escaping () -> Void = {}) {
    add(container)
    graph.createEagerInstances(of: container.registry.contents.eagerRegistrations)
    graph.tellOfChange()
    completion()
  }

  /// Activates a container in the current graph without blocking the caller's actor while eager
  /// dependencies are created.
  ///
  /// When it returns, they are there, those of actors as well, and one graph-changed event was
  /// sent, on another thread.
  ///
  /// - Parameter container: The container; the graph keeps it.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public static func activate(_ container: DependencyContainer) async {
    await current.activate(container)
  }

  /// Activates a container in this graph without blocking the caller's actor while eager
  /// dependencies are created.
  ///
  /// When it returns, they are there, those of actors as well, and one graph-changed event was
  /// sent, on another thread.
  ///
  /// - Parameter container: The container; the graph keeps it.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public func activate(_ container: DependencyContainer) async {
    // Only this thread knows that its changes have landed.
    ThreadRecord.current.followNotes()
    await Task.detached(priority: Task.currentPriority) { [self] in
      add(container)
      await graph.createEagerInstances(onActorsOf: container.registry.contents.eagerRegistrations)
      graph.tellOfChange()
    }.value
  }

  /// Has a container be active, without what is eager in it and without the event.
  ///
  /// - Parameters:
  ///   - pending: What says that this may be undone; if there is nothing, it is for good.
  ///   - isPart: Whether the container is a part of what the graph is made with, whose
  ///     registrations in the graph itself are meant to override it.
  func add(
    _ container: DependencyContainer, _ pending: PendingActivation? = nil, isPart: Bool = false
  ) {
    StorageCleaner.start()
    container.registry.refreshAfterOwnChanges()
    let wasActive = graph.isActive(container.registry)
    graph.activate(container.registry, keeping: container, pending)
    if !wasActive {
      Self.tellOfMistakes(in: container.registry, active: [graph])
      #if DEBUG
        if !isPart {
          for hidden in graph.hiddenRegistrations(of: container.registry) { hidden.tell() }
        }
      #endif
    }
  }

  /// Activates what a graph is made with; returns the graph.
  func with(_ contents: DependencyGraphContents) -> DependencyGraph {
    let registries = install(contents).map(\.registry)
    graph.createEagerInstances(of: registries.flatMap(\.contents.eagerRegistrations))
    return self
  }

  /// Tells, in debug builds and once for each place, of what is registered in an active container
  /// by a type that it is not of, and of what does not count, since something equal does.
  ///
  /// - Parameter graphs: Where the container is active.
  static func tellOfMistakes(
    in registry: DeclaredRegistry, active graphs: @autoclosure () -> [Graph]
  ) {
    #if DEBUG
      UnrelatedTypes.tell(of: registry.contents.registrations)
      for dropped in graphs().flatMap({ $0.droppedRegistrations(of: registry) }) { dropped.tell() }
    #endif
  }

  /// Deactivates a container of the current graph and releases its instances. Does nothing if it is
  /// not active there.
  ///
  /// An instance that another active container has an equal registration for stays. One
  /// graph-changed event is sent on the calling thread.
  ///
  /// - Parameter container: The container.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and that
  ///   of active containers.
  public static func deactivate(_ container: DependencyContainer) {
    current.deactivate(container)
  }

  /// Deactivates a container of this graph and releases its instances here. Does nothing if it is
  /// not active in this graph itself.
  ///
  /// An instance that another active container has an equal registration for stays. One
  /// graph-changed event is sent on the calling thread.
  ///
  /// - Parameter container: The container.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and that
  ///   of active containers.
  public func deactivate(_ container: DependencyContainer) {
    if graph.deactivate(container.registry) { graph.tellOfChange() }
  }

  /// Deactivates all containers of the current graph and releases all its instances. One
  /// graph-changed event is sent in any case.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func deactivateAll() { current.deactivateAll() }

  /// Deactivates all containers of this graph and releases all its instances; those of its parents
  /// stay. One graph-changed event is sent in any case.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public func deactivateAll() {
    graph.deactivateAll()
    graph.tellOfChange()
  }

  /// Forgets the current graph's records of objects that are gone. Affects no instance that is
  /// alive.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func releaseUnusedStorage() { current.releaseUnusedStorage() }

  /// Forgets the graph's records of objects that are gone. Affects no instance that is alive.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public func releaseUnusedStorage() { graph.releaseUnusedStorage() }
}

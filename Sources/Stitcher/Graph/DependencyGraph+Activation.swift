internal import StitcherEngine

extension DependencyGraph {
  /// Activates a container in the current graph, so that the container's dependencies can be
  /// injected.
  ///
  /// Use this for a ``DependencyContainer``. To make the registrations of another module
  /// injectable, use ``attach(_:)-swift.type.method``.
  ///
  /// Eager dependencies are created before the call returns. Eager dependencies of an actor on
  /// which the caller does not run are created on that actor soon afterwards. A container that is
  /// already active keeps its place in the order, and its missing eager dependencies are created.
  /// One graph-changed event is sent.
  ///
  /// In asynchronous code, `activate(container)` is ``activate(_:)-swift.type.method`` and needs
  /// `await`.
  ///
  /// - Parameters:
  ///   - container: The container, which the graph retains.
  ///   - completion: A closure that is called once at the end, on the calling thread.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public static func activate(
    _ container: DependencyContainer, completion: @escaping () -> Void = {}
  ) {
    current.activate(container, completion: completion)
  }

  /// Activates a container in this graph, so that the container's dependencies can be injected from
  /// the graph.
  ///
  /// Use this for a ``DependencyContainer``. To make the registrations of another module
  /// injectable, use ``attach(_:)-swift.method``.
  ///
  /// A container may be active in several graphs. Each graph has its own instances. For the
  /// details, see ``activate(_:completion:)-swift.type.method``.
  ///
  /// - Parameters:
  ///   - container: The container, which the graph retains.
  ///   - completion: A closure that is called once at the end, on the calling thread.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public func activate(_ container: DependencyContainer, completion: @escaping () -> Void = {}) {
    add(container)
    graph.createEagerInstances(of: container.registry.contents.eagerRegistrations)
    graph.notifyOfChange()
    completion()
  }

  /// Activates a container in the current graph without blocking the caller's actor.
  ///
  /// Use this for a ``DependencyContainer``. To make the registrations of another module
  /// injectable, use ``attach(_:)-swift.type.method``.
  ///
  /// When the call returns, all eager dependencies are created, also those that are isolated to
  /// actors. One graph-changed event has been sent, on another thread.
  ///
  /// - Parameter container: The container, which the graph retains.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public static func activate(_ container: DependencyContainer) async {
    await current.activate(container)
  }

  /// Activates a container in this graph without blocking the caller's actor.
  ///
  /// Use this for a ``DependencyContainer``. To make the registrations of another module
  /// injectable, use ``attach(_:)-swift.method``.
  ///
  /// When the call returns, all eager dependencies are created, also those that are isolated to
  /// actors. One graph-changed event has been sent, on another thread.
  ///
  /// - Parameter container: The container, which the graph retains.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public func activate(_ container: DependencyContainer) async {
    // Only this thread knows that its state changes are complete. So it marks the containers that
    // read the state as stale, before another thread continues.
    ThreadRecord.current.followNotes()
    await Task.detached(priority: Task.currentPriority) { [self] in
      add(container)
      await graph.createEagerInstances(onActorsOf: container.registry.contents.eagerRegistrations)
      graph.notifyOfChange()
    }.value
  }

  /// Activates a container, without creating its eager dependencies and without sending the
  /// graph-changed event.
  ///
  /// - Parameters:
  ///   - pending: The record of an activation that may be undone; `nil` if it is final.
  ///   - isPart: Whether the container is part of the graph's initial contents. The direct
  ///     registrations of the contents are meant to override it.
  func add(
    _ container: DependencyContainer, _ pending: PendingActivation? = nil, isPart: Bool = false
  ) {
    StorageCleaner.start()
    container.registry.refreshAfterOwnChanges()
    let wasActive = graph.isActive(container.registry)
    graph.activate(container.registry, keeping: container, pending)
    if !wasActive {
      Self.printMistakes(in: container.registry, active: [graph])
      #if DEBUG
        if !isPart {
          for hidden in graph.hiddenRegistrations(of: container.registry) { hidden.printWarning() }
        }
      #endif
    }
  }

  /// Creates the eager instances of this new graph's contents, and returns the graph.
  func withEagerInstances(of contents: DependencyGraphRegistrations) -> DependencyGraph {
    graph.createEagerInstances(of: contents.parts.flatMap(\.contents.eagerRegistrations))
    return self
  }

  /// Prints, in debug builds, the registrations of a container under unrelated types and those
  /// without effect; once for each source location.
  ///
  /// The mistakes are registrations by an unrelated type, and registrations without effect because
  /// an equal one is active.
  ///
  /// - Parameter graphs: The graphs in which the container is active.
  static func printMistakes(
    in registry: any Registry, active graphs: @autoclosure () -> [Graph]
  ) {
    #if DEBUG
      UnrelatedTypes.printMistakes(in: registry.current.contents.registrations)
      for dropped in graphs().flatMap({ $0.droppedRegistrations(of: registry) }) {
        dropped.printWarning()
      }
    #endif
  }

  /// Deactivates a container of the current graph, and releases the container's instances. Does
  /// nothing if the container is not active in the current graph.
  ///
  /// An instance stays if another active container has an equal registration. It may also stay if
  /// another thread activates an equal registration during this call. One graph-changed event is
  /// sent on the calling thread.
  ///
  /// - Parameter container: The container.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and the number of
  ///   active containers.
  public static func deactivate(_ container: DependencyContainer) {
    current.deactivate(container)
  }

  /// Deactivates a container of this graph, and releases the instances that this graph has created
  /// from it. Does nothing if the container is not active in this graph itself.
  ///
  /// An instance stays if another active container has an equal registration. It may also stay if
  /// another thread activates an equal registration during this call. One graph-changed event is
  /// sent on the calling thread.
  ///
  /// - Parameter container: The container.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and the number of
  ///   active containers.
  public func deactivate(_ container: DependencyContainer) {
    if graph.deactivate(container.registry) { graph.notifyOfChange() }
  }

  /// Deactivates all containers of the current graph and releases all its instances.
  ///
  /// An instance may stay if another thread activates an equal registration during this call. One
  /// graph-changed event is sent, even if no container was active.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func deactivateAll() { current.deactivateAll() }

  /// Deactivates all containers of this graph and releases all its instances.
  ///
  /// Instances of the graph's parents stay. An instance may also stay if another thread activates
  /// an equal registration during this call. One graph-changed event is sent, even if no container
  /// was active.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public func deactivateAll() {
    PendingTeardowns.collect { graph.deactivateAll(&$0) }
    graph.notifyOfChange()
  }

  /// Frees the memory that the current graph uses for instances that were deallocated.
  ///
  /// Live instances are not affected.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func releaseUnusedStorage() { current.releaseUnusedStorage() }

  /// Frees the memory that the graph uses for instances that were deallocated.
  ///
  /// Live instances are not affected.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public func releaseUnusedStorage() { graph.releaseUnusedStorage() }
}

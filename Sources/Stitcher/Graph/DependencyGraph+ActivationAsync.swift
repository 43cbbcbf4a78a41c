internal import StitcherEngine

extension DependencyGraph {
  /// Activates a container in the current graph, and makes what is eager in it, also by
  /// asynchronous factories.
  ///
  /// ```swift
  /// try await DependencyGraph.activateAsync(appContainer)
  /// ```
  ///
  /// - Parameter container: The container; the graph keeps it.
  /// - Throws: ``InjectionError``, or `CancellationError`, as ``activateAsync(_:)-swift.method``.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public static func activateAsync(
    _ container: DependencyContainer
  ) async throws {
    try await current.activateAsync(container)
  }

  /// Activates a container in this graph, and makes what is eager in it, also by asynchronous
  /// factories.
  ///
  /// Eager dependencies are made in the order of declaration, each on its actor. When this returns,
  /// all of them are there, and one graph-changed event was sent. If one fails, or the task is
  /// cancelled, those that were made are torn down and the container is not active, unless it was
  /// before, or somebody else has activated it or is about to. What fails while they are torn down
  /// is printed.
  ///
  /// - Parameter container: The container; the graph keeps it.
  /// - Throws: ``InjectionError`` of the first eager dependency that fails; `CancellationError` if
  ///   the task is cancelled; ``InjectionError/graphEnded(_:)`` if the graph has ended.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public func activateAsync(_ container: DependencyContainer) async throws {
    // Only this thread knows that its changes have landed.
    ThreadRecord.current.followNotes()
    try await activateElsewhere(container)
  }

  /// Activates a container without blocking the caller's actor.
  @concurrent private func activateElsewhere(_ container: DependencyContainer) async throws {
    let pending = graph.beginActivation(of: container.registry)
    do {
      add(container, pending)
      try graph.checkHasNotEnded()
      try await graph.createEagerInstancesOrThrow(
        of: container.registry.contents.eagerRegistrations)
      // What is eager is passed over once nothing is found any more.
      try graph.checkHasNotEnded()
      if let pending { graph.settle(pending, of: container.registry) }
      graph.tellOfChange()
    } catch {
      if let pending, graph.giveUp(pending, of: container.registry) {
        await closeAndTell { pendingTeardowns in
          if graph.undo(pending, of: container.registry, &pendingTeardowns) { graph.tellOfChange() }
        }
      }
      if error is CancellationError { throw error }
      throw InjectionError.wrapping(error)
    }
  }
}

extension DependencyGraph {
  /// Deactivates a container of the current graph, and waits until what it kept is torn down.
  ///
  /// - Parameter container: The container.
  /// - Throws: ``TeardownError``, as ``deactivateAsync(_:)-swift.method``.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and that
  ///   of active containers.
  public static func deactivateAsync(_ container: DependencyContainer) async throws {
    try await current.deactivateAsync(container)
  }

  /// Deactivates a container of this graph, and waits until what it kept here is torn down. Does
  /// nothing if it is not active in this graph itself.
  ///
  /// ```swift
  /// try await session.deactivateAsync(offers)
  /// ```
  ///
  /// Teardowns run, and are waited for, as ``end()`` describes. Nothing of the container is found
  /// meanwhile. An instance that another active container has an equal registration for stays. One
  /// graph-changed event is sent before the teardowns.
  ///
  /// - Parameter container: The container.
  /// - Throws: ``TeardownError``, after all teardowns.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and that
  ///   of active containers.
  public func deactivateAsync(_ container: DependencyContainer) async throws {
    try await close { remove(container, &$0) }
  }

  /// Deactivates a container.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  func remove(_ container: DependencyContainer, _ pendingTeardowns: inout PendingTeardowns) {
    if graph.deactivate(container.registry, &pendingTeardowns) { graph.tellOfChange() }
  }

  /// Makes a change, and waits for the teardowns of the instances that it releases.
  ///
  /// - Throws: ``TeardownError``.
  func close(_ change: (inout PendingTeardowns) -> Void) async throws {
    try TeardownError.check(await graph.close(change))
  }

  /// Makes a change as ``close(_:)`` does, where another error is thrown: prints what fails.
  func closeAndTell(_ change: (inout PendingTeardowns) -> Void) async {
    for failure in await graph.close(change) { failure.tell() }
  }
}

internal import StitcherEngine

extension DependencyGraph {
  /// Activates a container in the current graph, and creates its eager dependencies, including
  /// those with asynchronous factories.
  ///
  /// ```swift
  /// try await DependencyGraph.activateAsync(appContainer)
  /// ```
  ///
  /// - Parameter container: The container, which the graph retains.
  /// - Throws: ``InjectionError`` or `CancellationError`, as ``activateAsync(_:)-swift.method``.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public static func activateAsync(
    _ container: DependencyContainer
  ) async throws {
    try await current.activateAsync(container)
  }

  /// Activates a container in this graph, and creates its eager dependencies, including those with
  /// asynchronous factories.
  ///
  /// Eager dependencies are created in the order of declaration, each on its actor. When the call
  /// returns, all of them exist, and one graph-changed event has been sent.
  ///
  /// If one creation fails or the task is cancelled, the created instances are torn down and the
  /// container is deactivated. It stays active if it was active before, or if another call has
  /// activated it or is activating it. Failed teardowns are printed.
  ///
  /// - Parameter container: The container, which the graph retains.
  /// - Throws: ``InjectionError`` of the first eager dependency that fails; `CancellationError` if
  ///   the task is cancelled; ``InjectionError/graphEnded(_:)`` if the graph has ended.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  nonisolated(nonsending) public func activateAsync(_ container: DependencyContainer) async throws {
    // Only this thread knows that its state changes are complete. So it marks the containers that
    // read the state as stale, before another thread continues.
    ThreadRecord.current.followNotes()
    try await activateElsewhere(container)
  }

  /// Activates a container on another executor, so that the caller's actor is not blocked.
  @concurrent private func activateElsewhere(_ container: DependencyContainer) async throws {
    let pending = graph.beginActivation(of: container.registry)
    do {
      add(container, pending)
      try graph.checkHasNotEnded()
      try await graph.createEagerInstancesOrThrow(
        of: container.registry.contents.eagerRegistrations)
      // If the graph has ended, the eager registrations were skipped without an error.
      try graph.checkHasNotEnded()
      if let pending { graph.settle(pending) }
      graph.notifyOfChange()
    } catch {
      if let pending, graph.failActivation(pending) {
        await closePrintingFailures { pendingTeardowns in
          if graph.undo(pending, of: container.registry, &pendingTeardowns) {
            graph.notifyOfChange()
          }
        }
      }
      if error is CancellationError { throw error }
      throw InjectionError.wrapping(error)
    }
  }
}

extension DependencyGraph {
  /// Deactivates a container of the current graph, and waits for the teardowns of its instances.
  ///
  /// - Parameter container: The container.
  /// - Throws: ``TeardownError``, as ``deactivateAsync(_:)-swift.method``.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and the number of
  ///   active containers.
  public static func deactivateAsync(_ container: DependencyContainer) async throws {
    try await current.deactivateAsync(container)
  }

  /// Deactivates a container of this graph, and waits for the teardowns of its instances in this
  /// graph.
  ///
  /// ```swift
  /// try await session.deactivateAsync(offers)
  /// ```
  ///
  /// Does nothing if the container is not active in this graph itself.
  ///
  /// Teardowns run, and are waited for, as ``end()`` describes. Meanwhile, the container's
  /// dependencies can no longer be injected. An instance stays if another active container has an
  /// equal registration. It may also stay if another thread activates an equal registration during
  /// this call. One graph-changed event is sent before the teardowns.
  ///
  /// - Parameter container: The container.
  /// - Throws: ``TeardownError``, after all teardowns.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and the number of
  ///   active containers.
  public func deactivateAsync(_ container: DependencyContainer) async throws {
    try await close { remove(container, &$0) }
  }

  /// Deactivates a container and collects the teardowns of its instances.
  ///
  /// - Parameter pendingTeardowns: The collection to which the teardowns are added.
  func remove(_ container: DependencyContainer, _ pendingTeardowns: inout PendingTeardowns) {
    if graph.deactivate(container.registry, &pendingTeardowns) { graph.notifyOfChange() }
  }

  /// Applies a change to the graph, and waits for the teardowns of the instances that the change
  /// evicts.
  ///
  /// - Throws: ``TeardownError``.
  func close(_ change: (inout PendingTeardowns) -> Void) async throws {
    try TeardownError.check(await graph.close(change))
  }

  /// Applies a change to the graph, waits for the teardowns of the evicted instances, and prints
  /// the teardowns that failed.
  func closePrintingFailures(_ change: (inout PendingTeardowns) -> Void) async {
    for failure in await graph.close(change) { failure.tell() }
  }
}

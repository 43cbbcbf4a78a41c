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
        await closeAndTell { endings in
          if graph.undo(pending, of: container.registry, &endings) { graph.tellOfChange() }
        }
      }
      if error is CancellationError { throw error }
      throw InjectionError.wrapping(error)
    }
  }
}

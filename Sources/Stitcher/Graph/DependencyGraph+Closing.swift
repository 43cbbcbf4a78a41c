internal import StitcherEngine

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
  func remove(_ container: DependencyContainer, _ endings: inout Endings) {
    if graph.deactivate(container.registry, &endings) { graph.tellOfChange() }
  }

  /// Makes a change, and waits until what has gone with it is torn down.
  ///
  /// - Throws: ``TeardownError``.
  func close(_ change: (inout Endings) -> Void) async throws {
    try TeardownError.check(await graph.close(change))
  }

  /// Makes a change as ``close(_:)`` does, where another error is thrown: prints what fails.
  func closeAndTell(_ change: (inout Endings) -> Void) async {
    for failure in await graph.close(change) { failure.tell() }
  }
}

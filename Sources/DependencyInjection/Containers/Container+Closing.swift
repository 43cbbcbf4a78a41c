internal import StitcherEngine

extension Container {
  /// Ends the container: removes its registrations, tears its shared instances down, and waits for
  /// the teardowns.
  ///
  /// ```swift
  /// try await container.end()
  /// ```
  ///
  /// All registrations are removed at once, also from graphs to which the container is attached.
  /// Every later resolution from the container, or from a child of it, throws a ``ResolutionError``
  /// that says so. Later registrations have no effect. Parents do not change. The ``shared``
  /// container cannot end: it is cleaned instead, so a program can call this method last to release
  /// everything.
  ///
  /// Teardowns run in the reverse order of creation, each once. All of them run, even if some fail
  /// or the calling task is cancelled. They run after the teardowns of earlier changes of this
  /// container. The call waits for instances that are still being created, and tears them down
  /// before the instances that they were created with. A call from an asynchronous factory does not
  /// wait for them. A second call waits for the first one and does nothing else. It does not wait
  /// if it comes from such a factory, or from a teardown that the first call waits for. May be
  /// called from any thread.
  ///
  /// - Throws: ``ContainerTeardownError``, after all teardowns.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func end() async throws {
    try await graph.end(registry, isShared: self === Self.processShared)
  }
}

extension AsyncContainer {
  /// Ends the container: removes its registrations, tears its shared instances down, and waits for
  /// the teardowns.
  ///
  /// ```swift
  /// try await container.end()
  /// ```
  ///
  /// See ``Container/end()`` for the details; ``shared`` is cleaned and can still be used. The call
  /// does not wait for the container's actor.
  ///
  /// - Throws: ``ContainerTeardownError``, after all teardowns.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public nonisolated func end() async throws {
    try await graph.end(registry, isShared: self === Self.processShared)
  }
}

extension Graph {
  /// Ends the container of this graph, or only removes its registrations if it is the shared
  /// container, and waits for the teardowns.
  ///
  /// - Parameters:
  ///   - registry: The container's registrations.
  ///   - isShared: Whether it is the shared container of the process, which is cleaned. So is its
  ///     copy in an isolated graph.
  fileprivate func end(_ registry: EditableRegistry, isShared: Bool) async throws {
    let failures = await close { pendingTeardowns in
      if isShared || host != nil { return edit(registry, &pendingTeardowns) { $0.removeAll() } }
      if end(with: registry, &pendingTeardowns) { notifyOfChange() }
    }
    try ContainerTeardownError.check(failures)
  }
}

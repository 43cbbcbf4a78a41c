internal import StitcherEngine

extension Container {
  /// Closes the shared instances, and lets nothing be resolved from then on.
  ///
  /// ```swift
  /// try await container.end()
  /// ```
  ///
  /// All registrations are removed at once, also from graphs to which the container is attached.
  /// Every later resolution from the container, or from one that has it as a parent, throws a
  /// ``ResolutionError`` that says so, and what is registered later is not kept. Parents stay.
  /// ``shared`` does not end: it is cleaned, so a program can call this last, and everything is
  /// closed.
  ///
  /// What has a teardown is torn down, the latest instance first, each once, all of them even if
  /// some fail or the calling task is cancelled; after what a change of this container still tears
  /// down. What is still being made is waited for, and closed before what it was made with; not so
  /// in an asynchronous factory that calls this. A second call waits for the first one, unless it
  /// comes from there, or from a teardown that the first one waits for, and does nothing else. It
  /// may be called from any thread.
  ///
  /// - Throws: ``ContainerTeardownError``, after all that.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func end() async throws {
    try await graph.end(registry, isShared: self === Self.processShared)
  }
}

extension AsyncContainer {
  /// Closes the shared instances, and lets nothing be resolved from then on.
  ///
  /// ```swift
  /// try await container.end()
  /// ```
  ///
  /// All that ``Container/end()`` says holds here; ``shared`` is cleaned, and goes on. It does not
  /// wait for the actor.
  ///
  /// - Throws: ``ContainerTeardownError``, after all that.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public nonisolated func end() async throws {
    try await graph.end(registry, isShared: self === Self.processShared)
  }
}

extension Graph {
  /// Ends a container that has this graph, or cleans it, and waits for the teardowns.
  ///
  /// - Parameters:
  ///   - registry: The container's registrations.
  ///   - isShared: Whether it is the shared container of the process. Neither that nor the shared
  ///     container of an isolated graph ends.
  fileprivate func end(_ registry: EditableRegistry, isShared: Bool) async throws {
    let failures = await close { pendingTeardowns in
      if isShared || host != nil { return empty(registry, &pendingTeardowns) }
      if end(with: registry, &pendingTeardowns) { tellOfChange() }
    }
    try ContainerTeardownError.check(failures)
  }
}

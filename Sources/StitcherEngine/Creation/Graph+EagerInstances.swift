extension Graph {
  /// Creates the instances of those given registrations that are eager, in order.
  ///
  /// Skips factories that the calling thread may not run.
  ///
  /// If a factory is asynchronous or isolated to another actor, a task creates the instance soon
  /// afterwards. Errors are ignored here. The next request for the instance reports them.
  package func createEagerInstances(of registrations: [Registration]) {
    let elsewhere = registrations.filter(createEagerInstance)
    if elsewhere.isEmpty { return }
    Task.detached(priority: Task.currentPriority) {
      await self.createEagerInstances(onActorsOf: elsewhere)
    }
  }

  /// Creates the instances of those given registrations that are eager, in order.
  ///
  /// Each factory runs on its actor, before this function returns.
  ///
  /// Errors are ignored here. The next request for the instance reports them.
  package func createEagerInstances(onActorsOf registrations: [Registration]) async {
    for registration in registrations where createEagerInstance(of: registration) {
      try? await createEagerInstanceInTask(of: registration)
    }
  }

  /// Creates the instances of those given registrations that are eager, in order, until one
  /// fails.
  ///
  /// Each factory runs on its actor.
  ///
  /// - Throws: The error of the first creation that fails, or `CancellationError`. Later instances
  ///   are not created then.
  package func createEagerInstancesOrThrow(of registrations: [Registration]) async throws {
    for registration in registrations where registration.canInstantiateEagerly {
      try Task.checkCancellation()
      try await createEagerInstanceInTask(of: registration)
    }
    try Task.checkCancellation()
  }

  /// Creates the instance of the given registration on the calling thread, if the registration is
  /// eager.
  ///
  /// - Returns: Whether a task has to create the instance: the factory is asynchronous, or isolated
  ///   to another actor than the one on which the caller runs.
  private func createEagerInstance(of registration: Registration) -> Bool {
    guard registration.canInstantiateEagerly else { return false }
    while let (candidate, cell, found) = eagerCandidate(of: registration) {
      if let instance = cell.kept {
        guard instance.isGone else { return false }
        cell.remove(instance).dispose()
      }
      if candidate.registration.isAsynchronous { return true }
      if let actor = candidate.registration.isolation, !isCurrent(actor) { return true }
      do {
        try withExtendedLifetime(found) {
          _ = try create(candidate, cell, [], ThreadRecord.current)
        }
      } catch is CellHasEnded {
        // The graph has changed meanwhile, so the registration is looked up again.
        continue
      } catch { return false }
      if let recorder, let instance = cell.kept?.anyValue {
        recorder.tell(instance, of: candidate.registration)
      }
      return false
    }
    return false
  }

  /// Returns the given eager registration as a lookup's candidate, with its cell.
  ///
  /// Returns `nil` if the lookup of its key does not find the registration.
  private func eagerCandidate(
    of registration: Registration
  ) -> (candidate: Candidate, cell: Cell, found: RetainedLookup)? {
    // The graph of the process keeps no scoped instances, not even eager ones.
    if registration.scope.isScoped, !hasScope { return nil }
    let found = lookUp(registration.locator.key(at: 0))
    let candidate = found.lookupEntry.candidates.first {
      $0.registration.undecorated.isEqual(to: registration)
    }
    guard let candidate, let cell = candidate.cell else { return nil }
    return (candidate, cell, found)
  }

  /// Creates the instance of the given eager registration in the calling task.
  ///
  /// Does nothing if the lookup of its key does not find the registration.
  private func createEagerInstanceInTask(of registration: Registration) async throws {
    while let (candidate, _, found) = eagerCandidate(of: registration) {
      let instance: (any Sendable)? = try await obtain(
        candidate, [], Requester(nil), keeping: found.snapshot)
      // The cell has ended, since the graph has changed. The registration is looked up again.
      guard let instance else { continue }
      recorder?.tell(instance, of: candidate.registration)
      return
    }
  }
}

extension Graph {
  /// Creates the instances of all eager registrations in the given list, in order.
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

  /// Creates the instances of all eager registrations in the given list, each on its actor.
  ///
  /// Each factory runs on its actor, before this function returns.
  ///
  /// Errors are ignored here. The next request for the instance reports them.
  package func createEagerInstances(onActorsOf registrations: [Registration]) async {
    for registration in registrations where createEagerInstance(of: registration) {
      try? await createEagerInstanceInTask(of: registration)
    }
  }

  /// Creates the instances of all eager registrations in the given list, until a creation fails.
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

  /// Creates the instance of an eager registration on the calling thread, if the thread may run the
  /// factory.
  ///
  /// - Returns: Whether a task has to create the instance: the factory is asynchronous, or isolated
  ///   to another actor than the one on which the caller runs.
  private func createEagerInstance(of registration: Registration) -> Bool {
    while let (candidate, found) = eagerCandidate(of: registration) {
      if candidate.cell?.isLive == true { return false }
      if candidate.registration.isAsynchronous { return true }
      if let actor = candidate.registration.isolation, !isCurrent(actor) { return true }
      do {
        let instance: Any = try withExtendedLifetime(found) {
          try obtain(candidate, [], ThreadRecord.current)
        }
        recorder?.tell(instance, of: candidate.registration)
        return false
      } catch is CellHasEnded {
        // The graph has changed meanwhile, so the registration is looked up again.
      } catch { return false }
    }
    return false
  }

  /// Returns the candidate that a lookup finds for the given eager registration, with its cell.
  ///
  /// Returns `nil` if the registration is not eager, or if the lookup of its key does not find the
  /// registration.
  private func eagerCandidate(
    of registration: Registration
  ) -> (candidate: Candidate, found: RetainedLookup)? {
    // The graph of the process keeps no scoped instances, not even eager ones.
    if registration.scope.isScoped, !hasScope { return nil }
    if !registration.canInstantiateEagerly { return nil }
    let found = lookUp(registration.locator.key(at: 0))
    let candidate = found.lookupEntry.candidates.first {
      $0.registration.undecorated.isEqual(to: registration)
    }
    return candidate.map { ($0, found) }
  }

  /// Creates the instance of the given registration in the calling task, if the registration is
  /// eager.
  ///
  /// Does nothing if the lookup of its key does not find the registration.
  private func createEagerInstanceInTask(of registration: Registration) async throws {
    while let (candidate, found) = eagerCandidate(of: registration) {
      do {
        let instance = try await obtain(candidate, [], Requester(nil), keeping: found.snapshot)
        recorder?.tell(instance, of: candidate.registration)
        return
      } catch is CellHasEnded {}
      // The graph has changed, so the registration is looked up again.
    }
  }
}

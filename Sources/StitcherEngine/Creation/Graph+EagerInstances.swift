extension Graph {
  /// Creates the eager instances among registrations, in order; those of actors on which the caller
  /// does not run soon after, there, and those of asynchronous factories soon after. Errors are
  /// left to the injection that needs the instance.
  package func createEagerInstances(of registrations: [Registration]) {
    let elsewhere = registrations.filter { createEagerInstance(of: $0, on: nil).isElsewhere }
    if elsewhere.isEmpty { return }
    Task.detached(priority: Task.currentPriority) {
      await self.createEagerInstances(onActorsOf: elsewhere)
    }
  }

  /// Creates the eager instances among registrations, in order, each where that has to be done;
  /// when this returns, they are there. Errors are left to the injection that needs the instance.
  package func createEagerInstances(onActorsOf registrations: [Registration]) async {
    for registration in registrations {
      let (isElsewhere, actor) = createEagerInstance(of: registration, on: nil)
      if let actor {
        _ = await createEagerInstance(of: registration, on: actor)
      } else if isElsewhere {
        try? await createEagerInstanceInTask(of: registration)
      }
    }
  }

  /// Creates the eager instances among registrations, in order, each where that has to be done.
  ///
  /// - Throws: What the first creation that fails throws, or that the task is cancelled; then the
  ///   rest is not created.
  package func createEagerInstancesOrThrow(of registrations: [Registration]) async throws {
    for registration in registrations where registration.canInstantiateEagerly {
      try Task.checkCancellation()
      try await createEagerInstanceInTask(of: registration)
    }
    try Task.checkCancellation()
  }

  /// Creates the instance of a registration, if it is eager; returns where that has to be done
  /// instead, if it does.
  private func createEagerInstance(
    of registration: Registration, on isolation: isolated (any Actor)?
  ) -> (isElsewhere: Bool, actor: (any Actor)?) {
    guard registration.canInstantiateEagerly else { return (false, nil) }
    while true {
      do { return try createEagerInstance(of: registration) } catch is PlaceEnded {
        // The graph has changed meanwhile: the registration is looked up again.
      } catch { return (false, nil) }
    }
  }

  /// Creates the instance of an eager registration in the calling task, if it is the one that
  /// counts and has none.
  private func createEagerInstanceInTask(of registration: Registration) async throws {
    while let (candidate, _, found) = eagerCandidate(of: registration) {
      let instance: (any Sendable)? = try await obtain(
        candidate, [], Asker(nil), keeping: found.snapshot)
      // The place has ended, since the graph has changed: the registration is looked up again.
      guard let instance else { continue }
      recorder?.tell(instance, of: candidate.registration)
      return
    }
  }
}

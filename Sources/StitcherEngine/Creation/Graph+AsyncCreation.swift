internal import CStitcherThread

extension Graph {
  /// Starts a task that creates a cell's instance, and waits for the instance.
  ///
  /// If a creation is running already, waits for that creation instead.
  ///
  /// - Parameter kept: The snapshot that contains the registration. It is retained as long as the
  ///   factory runs.
  func join(
    _ cell: Cell, _ step: AsyncStep, _ registration: AsyncRegistration,
    _ arguments: [any Sendable], keeping kept: Snapshot
  ) async -> Outcome {
    await wait(step.requester) { waiter, continuation in
      let creation = Creation(registration, in: self)
      if let outcome = cell.enter(creation) {
        guard case .wait(let other) = outcome else { return outcome }
        let begun = WaitGraph.begin(waiter, continuation, for: other)
        if case nil = begun { WaitGraph.escalate(other) }
        return begun
      }
      waiter.isCreator = true
      // The creation is new, so no wait for it can close a cycle.
      let begun = WaitGraph.begin(waiter, continuation, for: creation)
      start(creation, step, of: registration, in: cell, arguments, keeping: kept)
      // The task may have been cancelled before the wait began.
      if Task.isCancelled { WaitGraph.cancel(waiter) }
      return begun
    }
  }

  /// Creates a cell's instance with a synchronous factory, on the actor to which the factory is
  /// isolated.
  ///
  /// If a creation is running already, waits for that creation instead.
  ///
  /// The task waits suspended, so it does not block the actor.
  func joinSynchronously(
    _ cell: Cell, _ step: AsyncStep, _ arguments: [any Sendable]
  ) async throws -> Outcome {
    let registration = step.registration
    let outcome = try await runSynchronously(step) { step in
      try step.graph.object.join(cell, registration, arguments, step.record)
    }
    guard case .wait(let creation) = outcome as! Outcome else { return outcome as! Outcome }
    return await wait(step.requester) { WaitGraph.begin($0, $1, for: creation) }
  }

  /// Suspends the current task until the creation for which it waits has ended.
  ///
  /// Returns at once if the task is cancelled.
  ///
  /// - Parameter begin: Begins the wait and returns `nil`, or returns an outcome if there is
  ///   nothing to wait for.
  private func wait(
    _ requester: Requester, _ begin: (Waiter, CheckedContinuation<Void, Never>) -> Outcome?
  ) async -> Outcome {
    if Task.isCancelled { return .failure(CancellationError()) }
    let waiter = Waiter(requester)
    let start = stitcher_now()
    var outcome: Outcome?
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome = begin(waiter, continuation)
        if outcome != nil { continuation.resume() }
      }
    } onCancel: {
      WaitGraph.cancel(waiter)
    }
    if outcome == nil, !waiter.isCreator, let creation = waiter.creation {
      noteWait(for: creation, since: start, ThreadRecord.current)
    }
    guard let outcome = outcome ?? WaitGraph.lock.withLock({ _ in waiter.outcome.take() }) else {
      preconditionFailure("A wait has ended without an outcome.")
    }
    return outcome
  }

  /// Starts a new task that runs the creation's factory, with the priority of the current task.
  ///
  /// The task of a scoped instance inherits the caller's task-local values, since all requesters
  /// belong to one graph. Any other task inherits only the current ``TeardownBatch``, so that a
  /// teardown that injects does not wait for itself.
  private func start(
    _ creation: Creation, _ step: AsyncStep, of registration: AsyncRegistration, in cell: Cell,
    _ arguments: [any Sendable], keeping kept: Snapshot
  ) {
    let operation: @Sendable () async -> Void = {
      let (woken, discarded, pendingTeardowns) = await creation.runInTask {
        await self.create(creation, step, of: registration, in: cell, arguments)
      }
      for continuation in woken { continuation.resume() }
      // The release may run code of the program, so the waiting tasks are resumed first.
      discarded.dispose(pendingTeardowns)
      withExtendedLifetime(kept) {}
    }
    let task =
      if registration.scope.isScoped {
        Task {
          // The creation's step has the requester as its parent. The release afterwards must not
          // count as part of the requester's factory.
          await AsyncStep.$current.withValue(nil) { await operation() }
        }
      } else {
        Task.detached(priority: Task.currentPriority) { [outer = TeardownBatch.current] in
          await TeardownBatch.$current.withValue(outer) { await operation() }
        }
      }
    WaitGraph.note(task, of: creation)
  }

  /// Runs the creation's factory, and then publishes the instance in the cell.
  ///
  /// Does not publish the instance if the cell was emptied meanwhile, or if no task waits for the
  /// instance any more.
  ///
  /// - Returns: The continuations to resume, the contents to release, and the teardowns to start.
  ///   After this function has returned, the creation's task must not use the instance.
  private func create(
    _ creation: Creation, _ step: AsyncStep, of registration: AsyncRegistration, in cell: Cell,
    _ arguments: [any Sendable]
  ) async -> (
    woken: [CheckedContinuation<Void, Never>], discarded: EvictedContents,
    pendingTeardowns: PendingTeardowns
  ) {
    let cleanup = cell.makeCleanup(
      of: registration, generation: creation.generation, in: self, isWatched: isWatched)
    var instance: Instance?
    var needsHook = false
    var failure: (any Error)?
    do {
      switch try await registration.makeInstance(self, step, arguments, for: creation) {
      case .value: preconditionFailure("The factory of a cell returns an instance for the cell.")
      case .instance(let new, let needed): (instance, needsHook) = (new, needed)
      }
    } catch { failure = error }
    let isDropped = !WaitGraph.beginEnd(creation)
    var pendingTeardowns = PendingTeardowns()
    if isDropped, failure == nil {
      // If the graph ends, it waits for this creation or for the teardown of the instance.
      if registration.hasTeardown { withState { pendingTeardowns.join(&$0) } }
      failure = CancellationError()
    }
    let kept = instance?.kept(by: registration.scope)
    let discarded = cell.finish(creation, with: kept, cleanup: cleanup, isDropped: isDropped)
    if failure == nil, needsHook, let any = instance?.anyValue { callHook(any) }
    tell(creation.frame, failure)
    let outcome = failure.map(Outcome.failure) ?? instance.map(Outcome.instance) ?? .again
    let woken = WaitGraph.end(creation, with: outcome, isKept: kept != nil)
    return (woken, discarded, pendingTeardowns)
  }
}

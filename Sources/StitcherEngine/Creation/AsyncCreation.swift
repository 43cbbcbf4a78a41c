internal import CStitcherThread

extension AsyncCreationStep {
  /// Creates the instance of a cell in a task of its own, or waits for whoever does.
  ///
  /// - Parameter kept: What lives as long as the factory runs.
  func join(
    _ cell: Cell, _ registration: AsyncRegistration, _ arguments: [any Sendable],
    keeping kept: Snapshot
  ) async -> Outcome {
    await wait { waiter, continuation in
      let creation = Creation(registration, in: graph)
      switch cell.enter(creation) {
      case .live: return .again
      case .ended: return .ended
      case .wait(let other):
        let outcome = WaitGraph.begin(waiter, continuation, for: other)
        if case nil = outcome { WaitGraph.escalate(other) }
        return outcome
      case .create: break
      }
      waiter.isCreator = true
      // Nobody else waits for this one longer than it takes to get here, so this is no cycle.
      let begun = WaitGraph.begin(waiter, continuation, for: creation)
      start(creation, in: cell, arguments, keeping: kept)
      // It may have been cancelled before it waited.
      if waiter.isCancelledNow { WaitGraph.cancel(waiter) }
      return begun
    }
  }

  /// Creates the instance of a cell on the factory's actor, or waits, without blocking it, for
  /// whoever does.
  func joinSynchronously(
    _ cell: Cell, _ registration: Registration, _ arguments: [any Sendable]
  ) async throws -> Outcome {
    let joined: Graph.JoinResult
    do {
      joined = try await runSynchronously(registration) { step in
        try step.graph.object.join(cell, registration, arguments, step.record)
      }
    } catch is CellHasEnded {
      // The cell of the decorated instance has ended.
      return .ended
    }
    switch joined {
    case .done(let outcome): return outcome
    case .wait(let creation): return await wait { WaitGraph.begin($0, $1, for: creation) }
    }
  }

  /// Suspends the current task until its wait ends, or at once if it is cancelled.
  ///
  /// - Parameter begin: Begins the wait, or returns what came of it already.
  private func wait(
    _ begin: (Waiter, CheckedContinuation<Void, Never>) -> Outcome?
  ) async -> Outcome {
    if Task.isCancelled { return .cancelled }
    let waiter = Waiter(asker)
    let start = graph.isWatched ? stitcher_now() : 0
    var outcome: Outcome?
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome = begin(waiter, continuation)
        if outcome != nil { continuation.resume() }
      }
    } onCancel: {
      WaitGraph.cancel(waiter)
    }
    if start != 0, outcome == nil, !waiter.isCreator, let creation = waiter.creation {
      let duration = TimeSpan(nanoseconds: stitcher_now() &- start)
      graph.tell(.waited(creation.registration.undecorated, duration))
    }
    return outcome ?? waiter.takeOutcome()
  }

  /// Starts the task of a creation, with the caller's priority.
  ///
  /// The task of a scoped instance inherits the caller's task-local values: all requesters belong
  /// to one graph. Any other task inherits only the current ``TeardownBatch``: a teardown that
  /// injects does not wait for itself.
  private func start(
    _ creation: Creation, in cell: Cell, _ arguments: [any Sendable], keeping kept: Snapshot
  ) {
    let operation: @Sendable () async -> Void = {
      let (woken, discarded, pendingTeardowns) = await creation.runInTask {
        await create(creation, in: cell, arguments)
      }
      for continuation in woken { continuation.resume() }
      // Foreign code, which must not hold up those who wait for the instance.
      discarded.dispose(pendingTeardowns)
      withExtendedLifetime(kept) {}
    }
    let task =
      if creation.registration.scope.isScoped {
        Task {
          // The requester is the parent of the creation's step, and has no part in the release.
          await AsyncStep.$current.withValue(nil) { await operation() }
        }
      } else {
        Task.detached(priority: Task.currentPriority) { [outer = TeardownBatch.current] in
          guard let outer else { return await operation() }
          await TeardownBatch.$current.withValue(outer) { await operation() }
        }
      }
    WaitGraph.note(task, of: creation)
  }

  /// Runs the factory and publishes the result, unless the registration went or the creation was
  /// given up meanwhile; returns who is to be woken, and what is to be disposed of. By then, the
  /// instance is only theirs.
  private func create(
    _ creation: Creation, in cell: Cell, _ arguments: [any Sendable]
  ) async -> (
    woken: [CheckedContinuation<Void, Never>], discarded: EvictedContents,
    pendingTeardowns: PendingTeardowns
  ) {
    guard let registration = creation.registration.asynchronous else {
      preconditionFailure("A task runs an asynchronous factory.")
    }
    let cleanup = cell.makeCleanup(
      of: registration, generation: creation.generation, in: graph, isWatched: graph.isWatched)
    do {
      let instance = try await registration.factory.makeInstance(
        of: registration, self, arguments, for: creation)
      let kept = instance.kept(by: registration.scope)
      guard WaitGraph.beginEnd(creation) else {
        // The end of the graph waits for the creation or, after that, for the teardown.
        var pendingTeardowns = PendingTeardowns()
        if registration.hasTeardown { pendingTeardowns.join(graph) }
        let discarded = cell.finish(creation, with: kept, cleanup: cleanup, isDropped: true)
        tell(creation.frame, CancellationError())
        return (
          WaitGraph.end(creation, with: .failure(CancellationError())), discarded, pendingTeardowns
        )
      }
      let discarded = cell.finish(creation, with: kept, cleanup: cleanup)
      if let any = instance.anyValue, !registration.isPassedOn(any, arguments) { tell(any) }
      tell(creation.frame, nil)
      let woken = WaitGraph.end(creation, with: .instance(instance), isKept: kept != nil)
      return (woken, discarded, PendingTeardowns())
    } catch {
      _ = WaitGraph.beginEnd(creation)
      let discarded = cell.finish(creation, with: nil, cleanup: cleanup)
      tell(creation.frame, error)
      return (WaitGraph.end(creation, with: .failure(error)), discarded, PendingTeardowns())
    }
  }
}

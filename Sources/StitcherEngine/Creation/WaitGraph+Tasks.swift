extension WaitGraph {
  /// Begins the wait of a task for a creation. The end of the creation resumes the task.
  ///
  /// - Returns: `nil` if the wait has begun. If there is nothing to wait for, the outcome; the
  ///   caller then has to resume the continuation itself.
  package static func begin(
    _ waiter: Waiter, _ continuation: CheckedContinuation<Void, Never>, for creation: Creation
  ) -> Outcome? {
    waiter.creation = creation
    var chain: [Locator]?
    let outcome: Outcome? = lock.withLock { _ in
      // The task that starts a creation waits even if it is cancelled, so that there is a wait to
      // cancel.
      if waiter.isCancelled, !waiter.isCreator { return .failure(CancellationError()) }
      if creation.owner == nil {
        if creation.isDone { return .again }
        if creation.phase == .abandoned, waiter.requester.isInside(creation) {
          return .failure(CancellationError())
        }
      }
      chain = waiter.holder.flatMap { self.chain(from: creation, to: nil, or: $0) }
      if chain != nil || creation.owner != nil && !creation.markAwaited() { return .again }
      waiter.continuation = continuation
      creation.waiters[ObjectIdentifier(waiter)] = waiter
      waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = waiter
      return nil
    }
    guard let chain else { return outcome }
    let path = (waiter.requester.step?.path ?? []) + chain
    return .failure(ResolutionFailure(.cycle(path)))
  }

  /// Stores the task that runs the factory of the given creation.
  ///
  /// Cancels the task if the creation has been abandoned already.
  package static func note(_ task: Task<Void, Never>, of creation: Creation) {
    let isAbandoned = lock.withLock { _ in
      if !creation.isDone { creation.task = task }
      return creation.phase == .abandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Raises the priority of the task that runs a creation to the priority of the current task.
  ///
  /// Does nothing if the system does not support this.
  package static func escalate(_ creation: Creation) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let priority = Task.currentPriority
    guard let task = lock.withLock({ _ in creation.task }) else { return }
    task.escalatePriority(to: priority)
  }

  /// Ends a task's wait for a creation, because the task was cancelled.
  ///
  /// Creations for which no task waits any more are marked as abandoned.
  package static func cancel(_ waiter: Waiter) {
    let (woken, tasks) = lock.withLock {
      _ -> ([CheckedContinuation<Void, Never>], [Task<Void, Never>]) in
      waiter.isCancelled = true
      guard waiter.continuation != nil, let creation = waiter.creation else { return ([], []) }
      let woken = end([waiter], of: creation) { _ in .failure(CancellationError()) }
      // The creations that no task needs any more. The remaining waiters of the creation may all be
      // inside it. The same holds for creations that only this one waits for.
      var abandoned: [Creation] = []
      _ = search(from: creation) { creation in
        guard creation.isRunningInTask else { return [] }
        if !isWanted(creation) { abandoned.append(creation) }
        return creation.waitsFor.values.compactMap(\.creation)
      }
      for creation in abandoned { creation.phase = .abandoned }
      let others = abandoned.flatMap { creation in
        end(Array(creation.waiters.values), of: creation) { _ in .failure(CancellationError()) }
      }
      return (woken + others, abandoned.compactMap(\.task))
    }
    for task in tasks { task.cancel() }
    for continuation in woken { continuation.resume() }
  }

  /// Records that a creation's factory has returned, and returns whether a task still needs the
  /// instance.
  ///
  /// After a result of `true`, the creation is not abandoned any more.
  package static func beginEnd(_ creation: Creation) -> Bool {
    lock.withLock { _ in
      if creation.phase == .abandoned { return false }
      creation.phase = .ending
      return true
    }
  }

  /// Ends a creation, stores its outcome for the waiting tasks, and returns their continuations.
  ///
  /// - Parameter isKept: Whether the scope keeps the instance. If not, only the task that has
  ///   started the creation gets the instance. The other tasks request the instance again.
  package static func end(
    _ creation: Creation, with outcome: Outcome, isKept: Bool = true
  ) -> [CheckedContinuation<Void, Never>] {
    let (woken, task) = lock.withLock { _ in
      creation.markDone()
      let isAbandoned = creation.phase == .abandoned
      let task = creation.task
      creation.task = nil
      let woken = end(Array(creation.waiters.values), of: creation) { waiter in
        if isAbandoned { return .again }
        if case .instance = outcome, !isKept, !waiter.isCreator { return .again }
        return outcome
      }
      return (woken, task)
    }
    // The task is released outside the lock.
    _ = consume task
    return woken
  }

  /// Ends the given tasks' waits for a creation, and returns the continuations that resume the
  /// tasks.
  private static func end(
    _ waiters: [Waiter], of creation: Creation, with outcome: (Waiter) -> Outcome
  ) -> [CheckedContinuation<Void, Never>] {
    waiters.compactMap { waiter in
      creation.waiters[ObjectIdentifier(waiter)] = nil
      waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = nil
      waiter.outcome = outcome(waiter)
      return waiter.continuation.take()
    }
  }

  /// Whether a task outside of the given creation waits for it, directly or through other
  /// creations.
  ///
  /// A task that the creation's own factory started does not count.
  private static func isWanted(_ creation: Creation) -> Bool {
    search(from: creation) { current in
      guard current.isRunningInTask else { return [] }
      let isOutside = current.waiters.values.contains {
        $0.holder == nil && !$0.requester.isInside(creation)
      }
      return isOutside ? nil : current.waiters.values.compactMap(\.holder)
    } != nil
  }
}

extension Creation {
  /// Whether a task runs this creation's factory, and another task waits for the instance.
  ///
  /// Called under the lock of ``WaitGraph``.
  fileprivate var isRunningInTask: Bool { owner == nil && phase == .running }
}

extension WaitGraph {
  /// Makes a task wait for a creation. The end of the creation resumes the task.
  ///
  /// - Returns: `nil` if the wait has begun. If there is nothing to wait for, the outcome; the
  ///   caller then has to resume the continuation itself.
  package static func begin(
    _ waiter: Waiter, _ continuation: CheckedContinuation<Void, Never>, for creation: Creation
  ) -> Outcome? {
    waiter.creation = creation
    let result: (outcome: Outcome?, chain: [Locator]?) = lock.withLock { insiders in
      // The task that starts a creation waits even if it is cancelled, so that there is a wait to
      // cancel.
      if waiter.isCancelled, !waiter.isCreator { return (.cancelled, nil) }
      if creation.owner == nil {
        if creation.isDone { return (.again, nil) }
        if creation.phase == .abandoned, waiter.requester.isInside(creation) {
          return (.cancelled, nil)
        }
      }
      if let holder = waiter.holder, let chain = chain(from: creation, to: nil, or: holder) {
        return (nil, chain)
      }
      if creation.owner != nil, !creation.markAwaited() { return (.again, nil) }
      waiter.continuation = continuation
      creation.waiters[ObjectIdentifier(waiter)] = waiter
      waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = waiter
      if waiter.requester.isInsider { insiders += 1 }
      return (nil, nil)
    }
    guard let chain = result.chain else { return result.outcome }
    let path = (waiter.requester.step?.path ?? []) + chain
    return .failure(ResolutionFailure(.cycle(path), registrations: []))
  }

  /// Stores the task of a creation.
  ///
  /// Cancels the task if the creation has been abandoned already.
  package static func note(_ task: Task<Void, Never>, of creation: Creation) {
    let isAbandoned = lock.withLock { _ in
      if !creation.isDone { creation.task = task }
      return creation.phase == .abandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Raises the priority of a creation's task to that of the current task.
  ///
  /// Does nothing if the system does not support this.
  package static func escalate(_ creation: Creation) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let priority = Task.currentPriority
    guard let task = lock.withLock({ _ in creation.task }) else { return }
    task.escalatePriority(to: priority)
  }

  /// Ends the wait of a cancelled task.
  ///
  /// Creations for which no task waits any more are marked as abandoned.
  package static func cancel(_ waiter: Waiter) {
    let (woken, tasks) = lock.withLock {
      insiders -> ([CheckedContinuation<Void, Never>], [Task<Void, Never>]) in
      waiter.isCancelled = true
      guard waiter.continuation != nil, let creation = waiter.creation else { return ([], []) }
      var woken = end([waiter], of: creation, &insiders) { _ in .cancelled }
      var tasks: [Task<Void, Never>] = []
      for creation in abandonedCreations(after: creation, insiders) {
        creation.phase = .abandoned
        if let task = creation.task { tasks.append(task) }
        woken += end(Array(creation.waiters.values), of: creation, &insiders) { _ in .cancelled }
      }
      return (woken, tasks)
    }
    for task in tasks { task.cancel() }
    for continuation in woken { continuation.resume() }
  }

  /// Records that a creation's factory has returned.
  ///
  /// Returns whether a task still needs the instance.
  ///
  /// After a result of `true`, the creation is not abandoned any more.
  package static func beginEnd(_ creation: Creation) -> Bool {
    lock.withLock { _ in
      if creation.phase == .abandoned { return false }
      creation.phase = .ending
      return true
    }
  }

  /// Ends a creation, and passes its outcome to all tasks that wait for it.
  ///
  /// Returns the continuations of these tasks.
  ///
  /// - Parameter isKept: Whether the scope keeps the instance. If not, only the task that has
  ///   started the creation gets the instance. The other tasks request the instance again.
  package static func end(
    _ creation: Creation, with outcome: Outcome, isKept: Bool = true
  ) -> [CheckedContinuation<Void, Never>] {
    let (woken, task) = lock.withLock { insiders in
      creation.markDone()
      let isAbandoned = creation.phase == .abandoned
      let task = creation.task
      creation.task = nil
      let woken = end(Array(creation.waiters.values), of: creation, &insiders) { waiter in
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

  /// Ends the given waits for a creation, and returns the continuations of the waiting tasks.
  private static func end(
    _ waiters: [Waiter], of creation: Creation, _ insiders: inout Int,
    with outcome: (Waiter) -> Outcome
  ) -> [CheckedContinuation<Void, Never>] {
    waiters.compactMap { waiter in
      creation.waiters[ObjectIdentifier(waiter)] = nil
      waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = nil
      if waiter.requester.isInsider { insiders -= 1 }
      return waiter.end(with: outcome(waiter))
    }
  }

  /// Returns the creations that no task needs any more, after the end of one task's wait.
  private static func abandonedCreations(after start: Creation, _ insiders: Int) -> [Creation] {
    guard start.isRunningInTask else { return [] }
    // Without requests from inside a creation, each remaining waiter is outside, or is a creation
    // that is still needed.
    if insiders == 0 { return start.waiters.isEmpty ? [start] : [] }
    // The remaining waiters may all be inside the creation. The same holds for creations that only
    // this one waits for.
    var unwanted: [Creation] = []
    var seen: Set = [ObjectIdentifier(start)]
    var open = [start]
    while let creation = open.popLast() {
      if !isWanted(creation) { unwanted.append(creation) }
      for waiter in creation.waitsFor.values {
        guard let next = waiter.creation, next.isRunningInTask,
          seen.insert(ObjectIdentifier(next)).inserted
        else { continue }
        open.append(next)
      }
    }
    return unwanted
  }

  /// Whether an outside task waits for the given creation, directly or through other creations.
  ///
  /// A task that the creation's own factory started does not count.
  private static func isWanted(_ creation: Creation) -> Bool {
    var seen: Set = [ObjectIdentifier(creation)]
    var open = [creation]
    while let current = open.popLast() {
      for waiter in current.waiters.values {
        guard let holder = waiter.holder else {
          if waiter.requester.isInside(creation) { continue }
          return true
        }
        if holder.isRunningInTask, seen.insert(ObjectIdentifier(holder)).inserted {
          open.append(holder)
        }
      }
    }
    return false
  }
}

extension Creation {
  /// Whether a task runs the factory, and another task waits for the instance.
  ///
  /// Called under the lock of ``WaitGraph``.
  fileprivate var isRunningInTask: Bool { owner == nil && phase == .running }
}

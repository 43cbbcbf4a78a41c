/// The teardowns of one change, run in order: the instance that was created last is torn down
/// first.
///
/// Each graph has a queue of batches. A batch is in the queue of each graph that created one of its
/// instances. The graph retains the last batch of its queue, and each batch retains those directly
/// behind it.
///
/// A batch runs when nothing *blocks* it. It is blocked by its own change until the change is
/// complete, by the batches before it in its queues, and by creations that were in flight in
/// emptied cells.
package final class TeardownBatch: @unchecked Sendable {
  // Safe: `queues` guards all properties. While the batch runs, only its task uses `instances` and
  // `failures`.

  /// The batch of the teardown that is running in the current task or on the current thread.
  @TaskLocal package static var current: TeardownBatch?

  /// The lock that guards all batches.
  private static let queues = Lock(())

  /// The progress of a batch.
  private enum Phase { case collecting, blocked, running, ended }

  private var phase = Phase.collecting

  /// The number of blockers. The batch's own change is the first one.
  private var blockers = 1

  /// The batches directly behind this one, which it blocks.
  private var successors: [TeardownBatch] = []

  /// The batches with a running teardown that waits for this batch.
  private var waiting: [TeardownBatch] = []

  /// Resumes the task that runs the batch. If it is `nil`, the batch creates a task.
  private var runner: CheckedContinuation<Void, Never>?

  /// The calls of ``wait()`` that wait for the end of the batch.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The instances. After they are sorted, the last element is torn down first.
  private var instances: [EvictedInstance] = []

  /// The failures so far, if the change waits for them. If it is `nil`, failures are printed.
  private var failures: [TeardownFailure]?

  /// Puts the batch in the queue of a graph. Called under the graph's lock.
  ///
  /// - Parameter last: The last batch of the queue.
  /// - Returns: The new last batch.
  func enqueue(after last: TeardownBatch?) -> TeardownBatch {
    Self.queues.withLock { _ in
      guard let last, last !== self, last.phase != .ended else { return self }
      // The batch is in the queue already, or is before that batch in another queue. A second link
      // would close a loop.
      if isAhead(of: last) { return last }
      last.successors.append(self)
      blockers += 1
      return self
    }
  }

  /// Whether another batch waits for this one, directly or by way of other batches. Called under
  /// the lock.
  private func isAhead(of other: TeardownBatch) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var remaining = successors + waiting
    while let next = remaining.popLast() {
      if next === other { return true }
      if seen.insert(ObjectIdentifier(next)).inserted {
        remaining += next.successors + next.waiting
      }
    }
    return false
  }

  /// Adds an evicted instance.
  func add(_ instance: EvictedInstance) { Self.queues.withLock { _ in instances.append(instance) } }

  /// Adds a blocker. The caller has to call ``unblock()`` once.
  func addBlocker() { Self.queues.withLock { _ in blockers += 1 } }

  /// Adds a blocker if the batch still collects instances.
  ///
  /// - Returns: Whether the batch still collects instances.
  func join() -> Bool {
    Self.queues.withLock { _ in
      if phase == .collecting { blockers += 1 }
      return phase == .collecting
    }
  }

  /// Removes a blocker. If this was the last one, the batch runs in a task.
  func unblock() {
    if Self.queues.withLock({ _ in removeBlocker() }) { proceed() }
  }

  /// Removes a blocker, and returns whether this was the last one. Called under the lock.
  private func removeBlocker() -> Bool {
    blockers -= 1
    if blockers == 0 { phase = .running }
    return blockers == 0
  }

  /// Runs the batch in a task, after its last blocker was removed.
  private func proceed() {
    let runner = Self.queues.withLock { _ in self.runner.take() }
    if let runner { return runner.resume() }
    Task.detached { await self.run() }
  }

  /// Lets the batch run as soon as nothing else blocks it, without waiting for its end.
  ///
  /// If nothing else blocks the batch, the synchronous teardowns at the front run on the calling
  /// thread.
  func start() {
    let isFree = Self.queues.withLock { _ in
      phase = .blocked
      return removeBlocker()
    }
    guard isFree else { return }
    sort()
    Self.$current.withValue(self) {
      while let action = instances.last?.immediateTeardown, let instance = instances.popLast() {
        note(instance.tearDown(by: action))
      }
    }
    if instances.isEmpty { end() } else { proceed() }
  }

  /// Lets the batch run as soon as nothing else blocks it, and waits for its end.
  ///
  /// Does not wait in a teardown for which the batch has to wait. Does not wait in an asynchronous
  /// factory if something else blocks the batch, since the blocker may need the result of the
  /// factory.
  ///
  /// - Returns: The failures, in the order of the teardowns.
  func startAndWait() async -> [TeardownFailure] {
    let (waits, isEmpty) = Self.queues.withLock { _ in
      let waits = (blockers == 1 || !AsyncStep.isInFactory) && mayWait(for: self)
      if waits { (failures, phase) = ([], .blocked) }
      return (waits, blockers == 1 && instances.isEmpty)
    }
    guard waits, !isEmpty else {
      start()
      return []
    }
    // The task inherits the caller's priority and task-local values, but not its cancellation.
    return await Task {
      await withCheckedContinuation { continuation in
        let isFree = Self.queues.withLock { _ in
          let isFree = removeBlocker()
          if !isFree { runner = continuation }
          return isFree
        }
        if isFree { continuation.resume() }
      }
      return await run()
    }.value
  }

  /// Waits for the end of the batch. Returns at once in the cases that ``startAndWait()``
  /// describes.
  func wait() async {
    await withCheckedContinuation { continuation in
      let waits = Self.queues.withLock { _ in
        guard phase != .ended, !AsyncStep.isInFactory, mayWait(for: self) else { return false }
        waiters.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Records that the caller's batch waits for another batch, unless that wait would close a loop.
  /// Called under the lock.
  ///
  /// - Returns: Whether the caller may wait.
  private func mayWait(for batch: TeardownBatch) -> Bool {
    guard let current = Self.current, current.phase == .running else { return true }
    if current === batch || current.isAhead(of: batch) { return false }
    batch.waiting.append(current)
    return true
  }

  /// Runs the teardowns, ends the batch, and returns the failures.
  @discardableResult
  private func run() async -> [TeardownFailure] {
    sort()
    await Self.$current.withValue(self) {
      while let instance = instances.popLast() { note(await instance.tearDown()) }
    }
    // The failures are removed: the graph may retain the batch for long, but must not retain the
    // errors.
    let failures = failures.take() ?? []
    end()
    return failures
  }

  /// Sorts the instances by the numbers of their creations, the highest last.
  private func sort() {
    instances = positions(inOrderOf: instances.map(\.number)).map { instances[$0] }
  }

  /// Adds a failure to the result, or prints it if no caller waits.
  private func note(_ failure: TeardownFailure?) {
    guard let failure else { return }
    if failures == nil { failure.tell() } else { failures?.append(failure) }
  }

  /// Ends the batch, resumes the calls that wait for it, and runs the batches behind it that
  /// nothing else blocks.
  private func end() {
    var ended = [self]
    while let batch = ended.popLast() {
      let (waiters, free) = Self.queues.withLock { _ in
        batch.phase = .ended
        defer { (batch.waiting, batch.waiters, batch.successors) = ([], [], []) }
        return (batch.waiters, batch.successors.filter { $0.removeBlocker() })
      }
      for waiter in waiters { waiter.resume() }
      for next in free {
        let isEmpty = Self.queues.withLock { _ in next.instances.isEmpty && next.runner == nil }
        if isEmpty { ended.append(next) } else { next.proceed() }
      }
    }
  }
}

extension Graph {
  /// Makes a change, and waits for its teardowns and for those that are before it in the graph's
  /// queue.
  ///
  /// The cancellation of the caller's task does not end the wait.
  ///
  /// - Parameter change: Makes the change, and collects its teardowns.
  /// - Returns: The failures, in the order of the teardowns.
  package func close(_ change: (inout PendingTeardowns) -> Void) async -> [TeardownFailure] {
    var pendingTeardowns = PendingTeardowns()
    change(&pendingTeardowns)
    if let batch = pendingTeardowns.finish() { return await batch.startAndWait() }
    await withState { $0.lastBatch }?.wait()
    return []
  }
}

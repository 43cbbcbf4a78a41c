/// The teardowns of one change, which run in order.
///
/// The most recently created instance is torn down first.
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

  /// The batch of the teardown that the current task or thread is running; `nil` if there is none.
  @TaskLocal package static var current: TeardownBatch?

  /// The lock that guards the properties of all batches.
  private static let queues = Lock(())

  /// The phases of a batch, from the collection of instances to the end of their teardowns.
  private enum Phase { case collecting, blocked, running, ended }

  private var phase = Phase.collecting

  /// The number of *blockers*: reasons why the batch must not run yet.
  ///
  /// Blockers are an unfinished change, earlier batches and running creations.
  private var blockers = 1

  /// The batches that directly follow this batch in the graphs' teardown queues.
  ///
  /// They must not run before this batch has ended.
  private var successors: [TeardownBatch] = []

  /// The batches that wait for this batch, because one of their running teardowns waits for it.
  private var waiting: [TeardownBatch] = []

  /// The continuation of the waiting task that will run this batch; `nil` if there is no such task.
  ///
  /// `nil` if the batch has to create a task.
  private var runner: CheckedContinuation<Void, Never>?

  /// The continuations of the tasks that wait in ``wait()`` for the end of this batch.
  ///
  /// The continuations are resumed at the end of the batch.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The evicted instances that this batch still has to tear down.
  ///
  /// After they are sorted, the last one is torn down first.
  private var instances: [EvictedInstance] = []

  /// The failures of this batch's teardowns so far; `nil` if no caller waits for the failures.
  ///
  /// Without a waiting caller, failures are printed.
  private var failures: [TeardownFailure]?

  /// Adds this batch at the end of a graph's teardown queue.
  ///
  /// Called under the graph's lock.
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

  /// Whether the given batch has to wait for this batch, directly or through batches in between.
  ///
  /// Called under the lock ``queues``.
  private func isAhead(of other: TeardownBatch) -> Bool {
    var seen = Set<ObjectIdentifier>()
    var remaining = successors + waiting
    while let next = remaining.popLast() {
      if next === other { return true }
      if seen.insert(ObjectIdentifier(next)).inserted {
        remaining += next.successors + next.waiting
      }
    }
    return false
  }

  /// Adds an evicted instance to this batch.
  func add(_ instance: EvictedInstance) { Self.queues.withLock { _ in instances.append(instance) } }

  /// Adds a blocker: the batch does not run before a call of ``unblock()``.
  ///
  /// The caller must call ``unblock()`` once.
  func addBlocker() { Self.queues.withLock { _ in blockers += 1 } }

  /// Adds a blocker to the batch, if the batch still collects instances.
  ///
  /// The batch does not run before a call of ``unblock()``.
  ///
  /// - Returns: Whether the blocker was added.
  func join() -> Bool {
    Self.queues.withLock { _ in
      if phase == .collecting { blockers += 1 }
      return phase == .collecting
    }
  }

  /// Removes the blocker that a call of ``addBlocker()`` or ``join()`` has added.
  ///
  /// If nothing else blocks the batch, the batch runs in a task.
  func unblock() {
    if Self.queues.withLock({ _ in removeBlocker() }) { proceed() }
  }

  /// Removes one blocker of this batch, and returns whether the batch may run now.
  ///
  /// Called under the lock ``queues``.
  private func removeBlocker() -> Bool {
    blockers -= 1
    if blockers == 0 { phase = .running }
    return blockers == 0
  }

  /// Runs this batch in the task that waits to run it, or else in a new task.
  ///
  /// Called when nothing blocks the batch any more.
  private func proceed() {
    let runner = Self.queues.withLock { _ in self.runner.take() }
    if let runner { return runner.resume() }
    Task.detached { await self.run() }
  }

  /// Stops the collection of instances, and starts their teardowns without waiting for them.
  ///
  /// The batch runs as soon as nothing else blocks it.
  ///
  /// If nothing else blocks the batch, the synchronous teardowns at the front run on the calling
  /// thread.
  func start() {
    let isFree = Self.queues.withLock { _ in
      phase = .blocked
      return removeBlocker()
    }
    guard isFree else { return }
    instances = instances.inOrder(of: \.number)
    Self.$current.withValue(self) {
      while let action = instances.last?.immediateTeardown, let instance = instances.popLast() {
        note(instance.tearDown(by: action))
      }
    }
    if instances.isEmpty { end() } else { proceed() }
  }

  /// Stops the collection of instances, and waits until all teardowns of the batch have run.
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
      await Self.suspend { continuation in
        let isFree = removeBlocker()
        if !isFree { runner = continuation }
        return !isFree
      }
      return await run()
    }.value
  }

  /// Suspends the current task until its continuation is resumed, unless the closure returns
  /// `false`.
  ///
  /// The closure gets the continuation. It is called under the lock ``queues``.
  private static func suspend(_ begin: @Sendable (CheckedContinuation<Void, Never>) -> Bool) async {
    await withCheckedContinuation { continuation in
      if !queues.withLock({ _ in begin(continuation) }) { continuation.resume() }
    }
  }

  /// Waits until this batch has ended.
  ///
  /// Returns at once in the cases that ``startAndWait()`` describes.
  func wait() async {
    await Self.suspend { continuation in
      guard phase != .ended, !AsyncStep.isInFactory, mayWait(for: self) else { return false }
      waiters.append(continuation)
      return true
    }
  }

  /// Returns whether the caller can wait for the given batch without a deadlock. If so, records the
  /// wait.
  ///
  /// The caller's batch is the batch of the running teardown. The caller may not wait if each batch
  /// would wait for the other. Called under the lock ``queues``.
  ///
  /// - Returns: Whether the caller may wait.
  private func mayWait(for batch: TeardownBatch) -> Bool {
    guard let current = Self.current, current.phase == .running else { return true }
    if current === batch || current.isAhead(of: batch) { return false }
    batch.waiting.append(current)
    return true
  }

  /// Runs the teardowns of this batch, ends the batch, and returns the failures.
  @discardableResult
  private func run() async -> [TeardownFailure] {
    instances = instances.inOrder(of: \.number)
    await Self.$current.withValue(self) {
      while let instance = instances.popLast() {
        // A call of a synchronous closure as an asynchronous one would cost as much as a teardown.
        if let action = instance.immediateTeardown {
          note(instance.tearDown(by: action))
        } else {
          note(await instance.tearDown())
        }
      }
    }
    // The failures are removed: the graph may retain the batch for long, but must not retain the
    // errors.
    let failures = failures.take() ?? []
    end()
    return failures
  }

  /// Records a teardown's failure for the waiting caller, or prints the failure if no caller waits.
  ///
  /// Does nothing if there is no failure.
  private func note(_ failure: TeardownFailure?) {
    guard let failure else { return }
    if failures == nil { failure.tell() } else { failures?.append(failure) }
  }

  /// Ends this batch, and resumes the tasks that wait for the batch.
  ///
  /// Then runs the next batches of the teardown queues, unless something else blocks them.
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
  /// Runs a closure that changes this graph, waits for the teardowns that it causes, and returns
  /// their failures.
  ///
  /// Also waits for earlier teardowns in the graph's queue.
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

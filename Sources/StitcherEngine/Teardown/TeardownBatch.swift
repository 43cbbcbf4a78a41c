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

  /// The batch whose teardown the current task or thread is running; `nil` if there is none.
  @TaskLocal package static var current: TeardownBatch?

  /// The lock that guards the properties of all batches.
  private static let queues = Lock(())

  /// The progress of a batch.
  private enum Phase { case collecting, blocked, running, ended }

  private var phase = Phase.collecting

  /// The number of reasons why the batch must not run yet (*blockers*).
  ///
  /// They are an unfinished change, earlier batches and running creations.
  private var blockers = 1

  /// The next batch in each teardown queue.
  ///
  /// It must not run before this batch has ended.
  private var successors: [TeardownBatch] = []

  /// The batches with a running teardown that waits for the end of this batch.
  private var waiting: [TeardownBatch] = []

  /// The continuation of the task that will run the batch; `nil` if there is no such task.
  ///
  /// `nil` if the batch has to create a task.
  private var runner: CheckedContinuation<Void, Never>?

  /// The continuations of the calls of ``wait()``.
  ///
  /// They are resumed at the end of the batch.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The evicted instances.
  ///
  /// After they are sorted, the last one is torn down first.
  private var instances: [EvictedInstance] = []

  /// The failures of the teardowns so far; `nil` if no caller waits for them.
  ///
  /// `nil` if no caller waits for the failures, so that they are printed.
  private var failures: [TeardownFailure]?

  /// Adds the batch at the end of a graph's teardown queue.
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

  /// Whether the given batch waits for this one, directly or through other batches.
  ///
  /// Called under the lock.
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

  /// Adds an evicted instance to the batch.
  func add(_ instance: EvictedInstance) { Self.queues.withLock { _ in instances.append(instance) } }

  /// Prevents the batch from running until the caller has called ``unblock()``.
  ///
  /// The caller must call it once.
  func addBlocker() { Self.queues.withLock { _ in blockers += 1 } }

  /// Prevents the batch from running until ``unblock()`` is called, if it still collects
  /// instances.
  ///
  /// Returns whether the batch still collects instances.
  ///
  /// - Returns: Whether the batch still collects instances.
  func join() -> Bool {
    Self.queues.withLock { _ in
      if phase == .collecting { blockers += 1 }
      return phase == .collecting
    }
  }

  /// Undoes one call of ``addBlocker()`` or ``join()``.
  ///
  /// If nothing else blocks the batch, the batch runs in a task.
  func unblock() {
    if Self.queues.withLock({ _ in removeBlocker() }) { proceed() }
  }

  /// Decrements ``blockers``, and returns whether the batch may run now.
  ///
  /// Called under the lock.
  private func removeBlocker() -> Bool {
    blockers -= 1
    if blockers == 0 { phase = .running }
    return blockers == 0
  }

  /// Runs the batch in a task.
  ///
  /// Called when nothing blocks the batch any more.
  private func proceed() {
    let runner = Self.queues.withLock { _ in self.runner.take() }
    if let runner { return runner.resume() }
    Task.detached { await self.run() }
  }

  /// Ends the collection of instances, and does not wait for the teardowns.
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
    sort()
    Self.$current.withValue(self) {
      while let action = instances.last?.immediateTeardown, let instance = instances.popLast() {
        note(instance.tearDown(by: action))
      }
    }
    if instances.isEmpty { end() } else { proceed() }
  }

  /// Ends the collection of instances, and waits until the batch has run.
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

  /// Suspends the task until the continuation is resumed, unless the closure returns `false`.
  ///
  /// The closure is called under the lock.
  private static func suspend(
    _ begin: @Sendable (CheckedContinuation<Void, Never>) -> Bool
  ) async {
    await withCheckedContinuation { continuation in
      if !queues.withLock({ _ in begin(continuation) }) { continuation.resume() }
    }
  }

  /// Waits for the end of the batch.
  ///
  /// Returns at once in the cases that ``startAndWait()`` describes.
  func wait() async {
    await Self.suspend { continuation in
      guard phase != .ended, !AsyncStep.isInFactory, mayWait(for: self) else { return false }
      waiters.append(continuation)
      return true
    }
  }

  /// Records that the batch of the calling teardown waits for the given batch.
  ///
  /// Returns `false` if each batch would wait for the other. Called under the lock.
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

  /// Sorts the instances by their creation numbers, with the highest number last.
  private func sort() {
    instances = positions(inOrderOf: instances.map(\.number)).map { instances[$0] }
  }

  /// Adds a failure to the failures that the caller gets.
  ///
  /// If no caller waits, prints the failure.
  private func note(_ failure: TeardownFailure?) {
    guard let failure else { return }
    if failures == nil { failure.tell() } else { failures?.append(failure) }
  }

  /// Ends the batch, and resumes the calls that wait for it.
  ///
  /// Then runs the next batches of its queues, unless something else blocks them.
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
  /// Makes a change of the graph, and waits for the teardowns that it causes.
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

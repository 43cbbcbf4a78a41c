/// The teardowns of one change, which run one after the other. The instance that was created last
/// comes first.
///
/// A batch is in the queue of each graph that created one of its instances. The graph keeps the
/// last batch of its queue, and each batch knows those directly behind it. A batch runs as soon as
/// nothing *blocks* it: its change, batches before it, and creations that were in flight in the
/// evicted cells.
package final class TeardownBatch: @unchecked Sendable {
  // Safe: `queues` guards all properties, but while the batch runs, only its task uses `instances`
  // and `failures`.

  /// The batch whose teardown the current task runs.
  @TaskLocal package static var current: TeardownBatch?

  /// Guards all batches.
  private static let queues = Lock(())

  /// How far a batch has come.
  private enum Phase { case collecting, blocked, running, ended }

  /// How far the batch has come.
  private var phase = Phase.collecting

  /// The number of things that block the batch. The change itself is one.
  private var blockers = 1

  /// The batches that this one blocks.
  private var successors: [TeardownBatch] = []

  /// The batches whose running teardowns wait for this one.
  private var waiting: [TeardownBatch] = []

  /// Resumes the task that runs the batch. If there is none, the batch creates a task.
  private var runner: CheckedContinuation<Void, Never>?

  /// The calls that wait for the end of the batch.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The instances. Once they are sorted, the last one is torn down first.
  private var instances: [EvictedInstance] = []

  /// The failures, if the change waits for them; otherwise, they are printed.
  private var failures: [TeardownFailure]?

  /// Puts the batch in the queue of a graph. Called under the graph's lock.
  ///
  /// - Parameter last: The last batch of the queue.
  /// - Returns: The new last batch.
  func enqueue(after last: TeardownBatch?) -> TeardownBatch {
    Self.queues.withLock { _ in
      guard let last, last !== self, last.phase != .ended else { return self }
      // The batch is in the queue already, or another queue has both in the other order.
      if isAhead(of: last) { return last }
      last.successors.append(self)
      blockers += 1
      return self
    }
  }

  /// Whether another batch waits for this one, maybe by way of others. Called under the lock.
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

  /// Adds an instance.
  func add(_ instance: EvictedInstance) { Self.queues.withLock { _ in instances.append(instance) } }

  /// Adds something that blocks the batch until ``unblock()`` is called.
  func addBlocker() { Self.queues.withLock { _ in blockers += 1 } }

  /// Blocks the batch, if it still collects instances; returns whether it does.
  func join() -> Bool {
    Self.queues.withLock { _ in
      if phase == .collecting { blockers += 1 }
      return phase == .collecting
    }
  }

  /// Removes something that blocks the batch, which runs in a task if nothing else does.
  func unblock() {
    if Self.queues.withLock({ _ in removeBlocker() }) { proceed() }
  }

  /// Removes something that blocks the batch; returns whether nothing else does. Called under the
  /// lock.
  private func removeBlocker() -> Bool {
    blockers -= 1
    if blockers == 0 { phase = .running }
    return blockers == 0
  }

  /// Runs the batch, which nothing blocks any more, in a task.
  private func proceed() {
    let runner = Self.queues.withLock { _ in self.runner.take() }
    if let runner { return runner.resume() }
    Task.detached { await self.run() }
  }

  /// Starts the batch when its change has been made, without waiting.
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

  /// Starts the batch when its change has been made, and waits for its end.
  ///
  /// Does not wait in a teardown for which the batch has to wait, nor in an asynchronous factory if
  /// the batch has to wait for anything: creations or other batches may need the factory's result.
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

  /// Waits for the end of the batch, except as ``startAndWait()`` describes.
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

  /// Notes that the caller waits for a batch, unless it runs in a teardown for which that batch has
  /// to wait. Called under the lock.
  private func mayWait(for batch: TeardownBatch) -> Bool {
    guard let current = Self.current, current.phase == .running else { return true }
    if current === batch || current.isAhead(of: batch) { return false }
    batch.waiting.append(current)
    return true
  }

  /// Runs the teardowns, and returns the failures.
  @discardableResult
  private func run() async -> [TeardownFailure] {
    sort()
    await Self.$current.withValue(self) {
      while let instance = instances.popLast() { note(await instance.tearDown()) }
    }
    // The graph may hold the batch for long, but must not hold the errors.
    let failures = failures.take() ?? []
    end()
    return failures
  }

  /// Puts the instance that was created last at the end.
  private func sort() {
    instances = positions(inOrderOf: instances.map(\.number)).map { instances[$0] }
  }

  /// Keeps a failure for the caller, or prints it.
  private func note(_ failure: TeardownFailure?) {
    guard let failure else { return }
    if failures == nil { failure.tell() } else { failures?.append(failure) }
  }

  /// Ends the batch, and runs those behind it that nothing else blocks.
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
  /// Makes a change, and waits for its teardowns, and for those that are in the graph's queue
  /// before. The caller's cancellation does not end the wait.
  ///
  /// - Returns: The failures, in the order of the teardowns.
  package func close(_ change: (inout PendingTeardowns) -> Void) async -> [TeardownFailure] {
    var pendingTeardowns = PendingTeardowns()
    change(&pendingTeardowns)
    if let batch = pendingTeardowns.finish() { return await batch.startAndWait() }
    await withState { $0.lastBatch }?.wait()
    return []
  }
}

/// The creation of one instance for a cell, on a thread or in a task.
///
/// - A thread that runs the factory holds the *gate*, a lock, from before other threads can find
///   the creation until the result is stored. Other threads wait at the gate. It is the only lock
///   under which code of the program runs.
/// - A task is suspended while it waits for a creation, also for one that runs on a thread. Threads
///   never wait for a task.
///
/// ``WaitGraph`` makes sure that no wait is endless.
package final class Creation: @unchecked Sendable {
  // Safe: constants and atomics; `generation` is written under the cell's lock before others see
  // the creation, `batch` under that lock before it ends, and `tasks` under the lock of
  // `WaitGraph`.

  /// The registration of the instance.
  package let registration: Registration

  /// The graph that creates the instance, or `nil` if the instance cannot have a teardown.
  let graph: GraphReference?

  /// The cell's generation, which counts how often the cell was emptied, at the start of the
  /// creation.
  package internal(set) var generation: UInt64 = 0

  /// The teardown batch to which the instance is added, if the cell was emptied during the
  /// creation.
  ///
  /// Written under the cell's lock, as long as the cell refers to the creation.
  var batch: TeardownBatch?

  /// Returns a new creation number; a later instance has a higher one.
  static func nextNumber() -> UInt64 { UInt64(ProcessWord.creations.word.add(1)) }

  /// The record of the thread that runs the factory, or `nil` if a task runs it.
  let owner: ThreadRecordPointer?

  /// The word with the address of ``boundary`` in the task that runs the factory; zero if no
  /// factory runs.
  private var binding: _AtomicWord { gate.word(0) }

  /// A task-local value at an address that identifies the creation's task and its child tasks.
  ///
  /// A child task finds the value at the same address as its parent, on any executor. An
  /// unstructured task that the factory starts, and may leave behind, has a copy at another
  /// address.
  @TaskLocal private static var boundary = false

  /// The lock at which other threads wait for a creation on a thread, with the result of the
  /// creation.
  ///
  /// The result is `nil` until the factory has ended. A success with `nil` means that the scope
  /// does not keep the instance, so each thread creates its own one.
  let gate = Lock<Result<Instance?, any Error>?>(nil, words: 2)

  /// The record for observers, if a task runs the factory and the graph has observers. Used by that
  /// task only.
  package var frame: CreationFrame?

  /// The phase of a creation in a task. The lock of ``WaitGraph`` guards this and the next
  /// properties.
  var phase = Phase.running

  /// The task that runs the factory.
  var task: Task<Void, Never>?

  /// The waits of tasks for the end of this creation.
  var waiters: [ObjectIdentifier: Waiter] = [:]

  /// The waits of this creation's factory for other creations.
  var waitsFor: [ObjectIdentifier: Waiter] = [:]

  /// The phase of a creation in a task.
  enum Phase {
    /// The factory is running, and at least one task waits for the instance.
    case running
    /// The factory is running, but no task waits for the instance any more, so the instance will
    /// not be kept.
    ///
    /// A new requester waits until the factory has ended, and then creates its own instance.
    case abandoned
    /// The factory has ended, and its result is about to be published.
    case ending
  }

  /// The word that contains the flags of ``Progress``.
  private var progress: _AtomicWord { gate.word(1) }

  /// The flags of a creation's progress.
  private enum Progress {
    /// The result is stored, even if waiting threads and tasks have not been resumed yet.
    static let isDone: UInt = 1
    /// The creation runs on a thread, and at least one task has begun to wait for it.
    static let isAwaited: UInt = 2
  }

  /// Creates the object for a creation that the calling thread or a task is about to run.
  ///
  /// - Parameter owner: The record of the calling thread, or `nil` if a task runs the creation.
  package init(
    _ registration: Registration, in graph: Graph, owner: ThreadRecordPointer? = nil
  ) {
    self.registration = registration
    self.graph = registration.mayHaveTeardown ? graph.reference : nil
    self.owner = owner
  }

  /// Runs the factory in the current task, and marks the task as the creation's task meanwhile.
  package func runInTask<Result>(_ body: () async -> Result) async -> Result {
    await Self.$boundary.withValue(true) {
      binding.store(Self.$boundary.bindingAddress, ordering: .relaxed)
      defer { binding.store(0, ordering: .relaxed) }
      return await body()
    }
  }

  /// Whether the current task is the creation's task or one of its child tasks.
  var isOnCurrentTask: Bool {
    let binding = binding.load(ordering: .relaxed)
    return binding != 0 && Self.$boundary.bindingAddress == binding
  }

  /// Whether the result is stored.
  var isDone: Bool {
    progress.load(ordering: .sequentiallyConsistent) & Progress.isDone != 0
  }

  /// Marks the result as stored.
  func markDone() { progress.formUnion(Progress.isDone) }

  /// Records that a task is about to wait; returns `false` if the result is stored already.
  func markAwaited() -> Bool {
    let old = progress.formUnion(Progress.isAwaited)
    return old & Progress.isDone == 0
  }

  /// Resumes the tasks that wait for a creation of a thread. Call it outside every lock.
  @inline(__always)
  func deliverResult() {
    if progress.load(ordering: .sequentiallyConsistent) & Progress.isAwaited != 0 { wakeTasks() }
  }

  /// Resumes the waiting tasks with the result.
  @inline(never)
  private func wakeTasks() {
    let result = gate.withLock { $0 }
    let woken =
      switch result {
      case .success(let instance?): WaitGraph.end(self, with: .instance(instance))
      case .failure(let error): WaitGraph.end(self, with: .failure(error))
      case .success(nil), nil: WaitGraph.end(self, with: .again)
      }
    for continuation in woken { continuation.resume() }
  }
}

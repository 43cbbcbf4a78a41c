/// The creation of one instance, as its cell and those who wait know it.
///
/// It runs on a thread, which owns it, or in a task of its own.
/// - A thread holds the gate from before the creation can be found until the result is there. That
///   is the one lock under which foreign code runs. Other threads wait at the gate.
/// - Tasks wait suspended, whoever runs the creation. Threads do not wait for tasks.
///
/// ``WaitGraph`` sees to it that no wait is endless.
package final class Creation: @unchecked Sendable {
  // Safe: constants and atomics; `generation` is written under the cell's lock before others see
  // the creation, `batch` under that lock before it ends, and `tasks` under the lock of
  // `WaitGraph`.

  /// What is being created.
  package let registration: Registration

  /// The graph that creates the instance, if that may have a teardown.
  let graph: GraphReference?

  /// The cell's generation at the start.
  package internal(set) var generation: UInt64 = 0

  /// The batch that waits for the instance, if the cell was emptied meanwhile. Written under the
  /// cell's lock, as long as the creation is the cell's.
  var batch: TeardownBatch?

  /// Returns the number of an instance that was just created.
  static func nextNumber() -> UInt64 { UInt64(ProcessWord.creations.word.add(1)) }

  /// The thread that runs the factory; nil if a task does.
  let owner: ThreadRecordPointer?

  /// The address of ``boundary`` in the task that runs the factory; zero if it does not run.
  private var binding: _AtomicWord { gate.word(0) }

  /// Tells the tasks that a creation has to wait for from all others. A child of the creation's
  /// task finds this value at the same address as its parent, whatever executor it prefers. A task
  /// that the factory starts with `Task`, and may leave behind, has a copy at another address.
  @TaskLocal private static var boundary = false

  /// The result of a thread, once it is there: nil if the scope does not keep such an instance, so
  /// that everybody makes one of his own.
  let gate = Lock<Result<Instance?, any Error>?>(nil, words: 2)

  /// The creation of a task, if somebody watches it. Only that task touches it.
  package var frame: CreationFrame?

  /// Which tasks wait, and what for.
  var tasks = TaskWaits()

  /// What has happened so far.
  private var progress: _AtomicWord { gate.word(1) }

  /// The bits of `progress`.
  private enum Progress {
    /// The result is there, even if somebody has not woken up to it yet.
    static let isDone: UInt = 1
    /// A task has waited for a thread.
    static let isAwaited: UInt = 2
  }

  /// Creates a creation that the calling thread, or a task, is going to run.
  ///
  /// - Parameter owner: The record of the calling thread; nil if a task runs the creation.
  package init(
    _ registration: Registration, in graph: Graph, owner: ThreadRecordPointer? = nil
  ) {
    self.registration = registration
    self.graph = registration.mayHaveTeardown ? graph.reference : nil
    self.owner = owner
  }

  /// Runs the factory in the task of the creation.
  package func runInTask<Result>(_ body: () async -> Result) async -> Result {
    await Self.$boundary.withValue(true) {
      binding.store(Self.$boundary.bindingAddress, ordering: .relaxed)
      defer { binding.store(0, ordering: .relaxed) }
      return await body()
    }
  }

  /// Whether the creation's own task calls this, or a child of it.
  var isOnCurrentTask: Bool {
    let binding = binding.load(ordering: .relaxed)
    return binding != 0 && Self.$boundary.bindingAddress == binding
  }

  /// Whether the result is there.
  var isDone: Bool {
    progress.load(ordering: .sequentiallyConsistent) & Progress.isDone != 0
  }

  /// Notes that the result is there.
  func markDone() { progress.formUnion(Progress.isDone) }

  /// Notes that a task is going to wait; returns false if the result is there.
  func markAwaited() -> Bool {
    let old = progress.formUnion(Progress.isAwaited)
    return old & Progress.isDone == 0
  }

  /// Hands the result of a thread to the tasks that wait. Call it outside every lock.
  @inline(__always)
  func deliverResult() {
    if progress.load(ordering: .sequentiallyConsistent) & Progress.isAwaited != 0 { wakeTasks() }
  }

  /// Hands the result of a thread to the tasks that wait.
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

/// Which tasks wait for a creation, and what the creation waits for. A plain structure behind the
/// lock of ``WaitGraph``.
struct TaskWaits {
  /// How far the creation of a task has come.
  enum Phase {
    /// The factory runs, and somebody wants the instance.
    case running
    /// The factory runs, and nobody wants the instance any more: it is not kept. Who comes now
    /// waits for the end, and then creates anew.
    case abandoned
    /// The factory has ended.
    case ending
  }

  /// How far the creation has come.
  var phase = Phase.running

  /// The task that runs the factory.
  var task: Task<Void, Never>?

  /// The waits for the creation, in no order.
  var waiters: [ObjectIdentifier: Waiter] = [:]

  /// The waits that the factory cannot go on without, in no order.
  var waitsFor: [ObjectIdentifier: Waiter] = [:]
}

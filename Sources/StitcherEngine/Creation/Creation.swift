/// One run of a factory that creates the instance of a cell, on a thread or in a task.
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

  /// The registration with the factory that creates the instance.
  package let registration: Registration

  /// The graph that creates the instance; `nil` if the instance cannot have a teardown.
  let graph: GraphReference?

  /// The number of times that the cell had been emptied when the creation began.
  package internal(set) var generation: UInt64 = 0

  /// The teardown batch that waits for the abandoned instance of this creation; `nil` if there is
  /// none.
  ///
  /// Set if the cell was emptied during the creation.
  ///
  /// Written under the cell's lock, as long as the cell refers to the creation.
  var batch: TeardownBatch?

  /// Returns the next creation number of the process. A later instance has a higher number.
  static func nextNumber() -> UInt64 { UInt64(ProcessWord.creations.word.add(1)) + 1 }

  /// The record of the thread that runs the creation's factory; `nil` if a task runs the factory.
  let owner: ThreadRecordPointer?

  /// The address at which the creation's task stores ``boundary``; zero if no factory runs.
  private var binding: _AtomicWord { gate.word(0) }

  /// A task-local value that each creation in a task binds.
  ///
  /// The address of the bound value is the same in the creation's task and its child tasks, and in
  /// no other task.
  ///
  /// A child task finds the value at the same address as its parent, on any executor. An
  /// unstructured task that the factory starts, and may leave behind, has a copy at another
  /// address.
  @TaskLocal private static var boundary = false

  /// The lock at which other threads wait for the result of this creation.
  ///
  /// The lock stores the result of the creation.
  ///
  /// The result is `nil` until the factory has ended. A success with `nil` means that the scope
  /// does not keep the instance, so each thread creates its own one.
  let gate = Lock<Result<Instance?, any Error>?>(nil, words: 3)

  /// The observers' record of this creation, if a task runs the factory; otherwise `nil`.
  ///
  /// `nil` if the graph has no observers. Only that task uses the record.
  package var frame: CreationFrame?

  /// The phase of this creation, if it runs in a task.
  ///
  /// The lock of ``WaitGraph`` guards this property and the next ones.
  var phase = Phase.running

  /// The task that runs the creation's factory; `nil` if a thread runs the factory.
  var task: Task<Void, Never>?

  /// The waits of all tasks that wait for the end of this creation.
  var waiters = [ObjectIdentifier: Waiter]()

  /// The waits of this creation's factory for other creations.
  var waitsFor = [ObjectIdentifier: Waiter]()

  /// The phases of a creation that runs in a task.
  enum Phase {
    /// The factory is running, and at least one task waits for the instance.
    case running
    /// The factory is running, but no task waits for the instance any more.
    ///
    /// The instance will not be kept.
    ///
    /// A new requester waits until the factory has ended, and then creates its own instance.
    case abandoned
    /// The factory has ended, and its result is about to be published.
    case ending
  }

  /// The word that is one if the result of the creation is stored, and zero before that.
  ///
  /// Waiting threads and tasks may not have been resumed yet.
  private var done: _AtomicWord { gate.word(1) }

  /// The word that is one if a task has begun to wait for this creation; otherwise zero.
  ///
  /// Used only for a creation that runs on a thread.
  private var awaited: _AtomicWord { gate.word(2) }

  /// Creates the object that represents a creation that is about to begin.
  ///
  /// - Parameter owner: The record of the calling thread, or `nil` if a task runs the creation.
  package init(_ registration: Registration, in graph: Graph, owner: ThreadRecordPointer? = nil) {
    self.registration = registration
    self.graph = registration.mayHaveTeardown ? graph.reference : nil
    self.owner = owner
  }

  /// Runs a closure that calls the factory, and marks the current task as the creation's task
  /// meanwhile.
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

  /// Whether the result of the creation is stored.
  var isDone: Bool { done.load(ordering: .sequentiallyConsistent) != 0 }

  /// Marks the result of the creation as stored.
  func markDone() { done.store(1, ordering: .sequentiallyConsistent) }

  /// Records that a task is about to wait for this creation. Returns `false` if the result is
  /// stored already.
  func markAwaited() -> Bool {
    awaited.store(1, ordering: .sequentiallyConsistent)
    return !isDone
  }

  /// The locators of this creation that an error about a cycle prints.
  ///
  /// The injection of a property has none, because the injected registration itself is on the path.
  var locators: [Locator] { registration === Registration.nothing ? [] : [registration.locator] }

  /// Passes the result of this creation to the tasks that wait for it, and resumes the tasks.
  ///
  /// Call this function outside every lock.
  func deliverResult() {
    if awaited.load(ordering: .sequentiallyConsistent) == 0 { return }
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

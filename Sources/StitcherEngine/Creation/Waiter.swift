/// The outcome of a wait for a creation.
package enum Outcome: Sendable {
  /// The creation has ended with this instance.
  case instance(Instance)
  /// The factory has thrown this error, or the wait would close a cycle.
  case failure(any Error)
  /// The cell must be read again: it has an instance now, or the instance has to be created.
  case again
  /// The wait for another thread's creation has to begin.
  case wait(Creation)
  /// The cell has ended.
  case ended
  /// The waiting task was cancelled.
  case cancelled
}

/// One wait of a task for a creation.
package final class Waiter: @unchecked Sendable {
  // Safe: constants; `creation` is written by the waiting task before the wait begins; everything
  // else is guarded by the lock of `WaitGraph`.

  let requester: Requester

  /// The path of a thread that waits inside the requester's task, or empty if the task itself
  /// waits.
  let path: [Locator]

  /// Whether the waiting task has started the creation.
  package var isCreator = false

  /// The creation for which the task waits.
  package internal(set) var creation: Creation?

  /// Whether the waiting task was cancelled.
  var isCancelled = false

  /// The continuation that resumes the task, as long as the task waits.
  var continuation: CheckedContinuation<Void, Never>?

  /// The outcome, from the end of the wait until the task takes it. Only the waiting task holds the
  /// instance then: the resuming thread must not retain it any longer.
  private var outcome: Outcome?

  /// Creates a wait that has not begun.
  package init(_ requester: Requester, path: [Locator] = []) {
    self.requester = requester
    self.path = path
  }

  /// The creation that cannot continue before this wait ends.
  var holder: Creation? { requester.step?.creation }

  /// Whether the waiting task was cancelled. Unlike ``isCancelled``, this takes the lock.
  package var isCancelledNow: Bool { WaitGraph.lock.withLock { _ in isCancelled } }

  /// Ends the wait, and returns the continuation of the task; `nil` if the task does not wait.
  func end(with outcome: Outcome) -> CheckedContinuation<Void, Never>? {
    self.outcome = outcome
    return continuation.take()
  }

  /// Removes and returns the outcome, in the task that was resumed.
  package func takeOutcome() -> Outcome {
    let outcome: Outcome? = WaitGraph.lock.withLock { _ in self.outcome.take() }
    guard let outcome else { preconditionFailure("A wait has ended without an outcome.") }
    return outcome
  }

  /// The locators on the path between the creation that is held up and the creation it waits for.
  var locatorsBetween: [Locator] {
    let steps = requester.step.map { Array($0.waitingSteps.prefix { !$0.isCreation }) } ?? []
    // The thread's path contains a synchronous factory, too.
    let locators = steps.filter { $0.registration.isAsynchronous || path.isEmpty }
      .map(\.registration.locator)
    return locators.reversed() + path
  }
}

/// What comes of a wait.
package enum Outcome: Sendable {
  /// The instance.
  case instance(Instance)
  /// What the factory has thrown, or a cycle.
  case failure(any Error)
  /// There may be an instance now, or it has to be created.
  case again
  /// The place has ended.
  case ended
  /// Who waits is cancelled.
  case cancelled
}

/// One wait of a task for a creation.
package final class Waiter: @unchecked Sendable {
  // Safe: constants; `creation` is written before the wait is under way, by the task that waits;
  // the rest is touched under the lock of `WaitGraph`.

  /// Who waits.
  let requester: Requester

  /// What a thread is creating that waits in the requester's task.
  let path: [Locator]

  /// Whether this is the one who has started the creation.
  package var isCreator = false

  /// What is waited for, from then on.
  package internal(set) var creation: Creation?

  /// Whether the wait is under way.
  var isWaiting = false

  /// Whether the task was cancelled.
  var isCancelled = false

  /// What wakes the task.
  var continuation: CheckedContinuation<Void, Never>?

  /// What came of it.
  private var outcome: Outcome?

  /// Creates a wait that has not begun.
  package init(_ requester: Requester, path: [Locator] = []) {
    self.requester = requester
    self.path = path
  }

  /// The creation that cannot go on until this wait ends.
  var holder: Creation? { requester.step?.creation }

  /// Whether the task was cancelled, for whoever does not hold the lock.
  package var isCancelledNow: Bool { WaitGraph.lock.withLock { _ in isCancelled } }

  /// Ends the wait; returns what wakes the task.
  func end(with outcome: Outcome) -> CheckedContinuation<Void, Never>? {
    self.outcome = outcome
    isWaiting = false
    let continuation = continuation
    self.continuation = nil
    return continuation
  }

  /// Takes the outcome out, in the task that was woken.
  package func takeOutcome() -> Outcome {
    let outcome: Outcome? = WaitGraph.lock.withLock { _ in
      let outcome = self.outcome
      self.outcome = nil
      return outcome
    }
    guard let outcome else { preconditionFailure("A wait has ended without an outcome.") }
    return outcome
  }

  /// What lies on the path locatorsBetween the creation that is held up and the one that is waited for.
  var locatorsBetween: [Locator] {
    let steps = requester.step.map { Array($0.waitingSteps.prefix { !$0.isCreation }) } ?? []
    // A synchronous factory stands on the thread's path as well.
    let locators = steps.filter { $0.registration.isAsynchronous || path.isEmpty }
      .map(\.registration.locator)
    return locators.reversed() + path
  }
}

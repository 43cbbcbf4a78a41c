/// The outcome of an attempt to get the instance from a cell: an instance, an error, or the next
/// step.
package enum Outcome: Sendable {
  /// The creation has ended successfully with the associated instance.
  case instance(Instance)
  /// The creation has failed with the associated error.
  ///
  /// The factory has thrown it, or the wait would close a cycle. It is ``CellHasEnded`` if the cell
  /// has ended, and `CancellationError` if the waiting task was cancelled.
  case failure(any Error)
  /// The cell has changed meanwhile, so the caller has to read the cell again.
  ///
  /// The cell has an instance now, or is empty.
  case again
  /// Another thread is creating the instance.
  ///
  /// The caller has to begin to wait for the associated creation.
  case wait(Creation)
}

/// The wait of one task for one creation.
package final class Waiter: @unchecked Sendable {
  // Safe: constants; `creation` is written by the waiting task before the wait begins; everything
  // else is guarded by the lock of `WaitGraph`.

  let requester: Requester

  /// The locators on the creation path of the thread that the requesting task blocks; empty if no
  /// thread is blocked.
  ///
  /// Empty if the task itself waits.
  let path: [Locator]

  /// Whether the waiting task has started the creation.
  package var isCreator = false

  /// The creation for which the task waits.
  package internal(set) var creation: Creation?

  /// Whether the waiting task was cancelled.
  var isCancelled = false

  /// The continuation that resumes the waiting task; `nil` if the task is not suspended.
  var continuation: CheckedContinuation<Void, Never>?

  /// The outcome of the wait; `nil` before the wait has ended, and after the task has read the
  /// outcome.
  ///
  /// Only the waiting task holds the instance then: the resuming thread must not retain it any
  /// longer.
  var outcome: Outcome?

  /// Creates a wait for the given requester. The wait has not begun yet.
  package init(_ requester: Requester, path: [Locator] = []) {
    self.requester = requester
    self.path = path
  }

  /// The creation whose factory waits, so that the creation cannot end before this wait; `nil` if
  /// there is none.
  var holder: Creation? { requester.step?.creation }

  /// The locators on the creation path from ``holder`` to the waiting request, outermost first.
  var locatorsBetween: [Locator] {
    let steps = requester.step.map { Array($0.waitingSteps.prefix { !$0.isCreation }) } ?? []
    // The thread's path contains a synchronous factory, too.
    let locators = steps.filter { $0.registration.isAsynchronous || path.isEmpty }
      .map(\.registration.locator)
    return locators.reversed() + path
  }
}

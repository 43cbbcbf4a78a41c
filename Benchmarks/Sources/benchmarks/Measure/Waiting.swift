internal import Dispatch

/// Runs a task and waits for it.
func wait(for body: @escaping @Sendable () async -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    isDone.signal()
  }
  isDone.wait()
}

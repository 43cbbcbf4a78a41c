import Foundation
import Synchronization

/// A thread with a result that others can wait for.
final class Worker<Result: Sendable>: Sendable {
  private let isDone = Gate()
  private let result = Mutex<Result?>(nil)
  private let body: Mutex<(@Sendable () -> Result)?>

  /// Starts a thread, which lets go of the closure before it is done.
  init(_ body: @escaping @Sendable () -> Result) {
    self.body = Mutex(body)
    let thread = Thread { [self] in
      let value = takeBody()()
      result.withLock { $0 = value }
      isDone.open()
    }
    thread.start()
  }

  private func takeBody() -> @Sendable () -> Result {
    body.withLock { body in
      let taken = body!
      body = nil
      return taken
    }
  }

  /// Returns the result once it is there.
  @discardableResult
  func join(_ location: StaticString = #fileID, line: UInt = #line) -> Result {
    isDone.wait(location, line: line)
    return result.withLock { $0! }
  }
}

/// Runs a closure on a number of threads that start together; returns the results in order.
@discardableResult
func runThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let start = Barrier(count)
  let workers = (0..<count).map { number in
    Worker {
      start.wait()
      return body(number)
    }
  }
  return workers.map { $0.join() }
}

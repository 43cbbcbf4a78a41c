import Foundation
import StitcherEngine
import Synchronization

/// Holds a thread back until it is opened; ends the process if that never happens.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Lets the next one, or the one that waits, through.
  func open() { semaphore.signal() }

  /// Returns once the gate is open.
  func wait() {
    guard semaphore.wait(timeout: .now() + 120) == .success else { fatalError("deadlock") }
  }
}

/// Runs a closure on a number of threads that start together; returns the results in order.
@discardableResult
func runThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let race = Race(count, body)
  for number in 0..<count { Thread.detachNewThread { race.run(number) } }
  return race.results()
}

/// Threads that start together.
private final class Race<Result: Sendable>: Sendable {
  private let count: Int
  private let missing: Atomic<Int>
  private let finished = Lock<[Int: Result]>([:])
  private let ended = DispatchSemaphore(value: 0)
  private let body: @Sendable (Int) -> Result

  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.body = body
    missing = Atomic(count)
  }

  /// Runs a thread's part.
  func run(_ number: Int) {
    missing.subtract(1, ordering: .sequentiallyConsistent)
    while missing.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
    let result = body(number)
    finished.withLock { $0[number] = result }
    ended.signal()
  }

  /// Waits for all threads.
  func results() -> [Result] {
    for _ in 0..<count {
      guard ended.wait(timeout: .now() + 120) == .success else { fatalError("deadlock") }
    }
    let all = finished.withLock { $0 }
    return (0..<count).compactMap { all[$0] }
  }
}

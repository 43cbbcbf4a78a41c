import Foundation
import StitcherTestSupport
import Synchronization

/// The operations that threads performed concurrently, with their results.
package struct History: Sendable {
  /// A step that a thread has performed.
  package struct Operation: Sendable {
    let step: Step
    /// The result of a request, or the instance that was set.
    let result: Event?
    /// The times of its begin and end, on a clock that all threads share.
    let start: Int, end: Int

    /// Creates an operation.
    package init(step: Step, result: Event?, start: Int, end: Int) {
      (self.step, self.result, self.start, self.end) = (step, result, start, end)
    }
  }

  /// The operations of each thread, in order.
  let threads: [[Operation]]

  /// The instances that are alive at the end.
  let living: [Int]

  /// The objects that are alive at the end although they should have been released.
  let leaks: [String]

  /// Creates a history.
  package init(threads: [[Operation]], living: [Int], leaks: [String] = []) {
    (self.threads, self.living, self.leaks) = (threads, living, leaks)
  }
}

/// A logical clock that all threads share.
private final class Clock: Sendable {
  private let time = Atomic(0)

  /// Returns the current time and advances the clock.
  func tick() -> Int { time.add(1, ordering: .sequentiallyConsistent).oldValue }
}

extension ConcurrentProgram {
  /// Runs the program in the engine and records the history.
  func record() -> History {
    let world = EngineWorld(declarations, hands: handCount, fuel: 1_000_000, yields: true)
    let clock = Clock()
    world.prepare(
      (setup + threads.joined()).compactMap { step in
        if case .change(let change) = step { change } else { nil }
      })
    @Sendable func run(_ step: Step) -> History.Operation {
      let start = clock.tick()
      let result = world.result(of: step)
      return History.Operation(step: step, result: result, start: start, end: clock.tick())
    }
    var all = [setup.map(run)]
    let threads = threads
    let meeting = Meeting(threads.count)
    let length = threads.map(\.count).min() ?? 0
    all += runThreads(threads.count) { thread in
      threads[thread].enumerated().map { position, step in
        // The threads begin each step together, as long as all of them have one.
        if position < length { meeting.wait() }
        return run(step)
      }
    }
    all.append(epilogue.map(run))
    let gone = Set(world.takeDied())
    let living = (0..<world.ledger.made).filter { !gone.contains($0) }
    return History(threads: all, living: living, leaks: world.end())
  }
}

extension EngineWorld {
  /// Performs a step; returns the result of its request, or the instance that was set.
  fileprivate func result(of step: Step) -> Event? {
    switch step {
    case .ask(let ask, let hand): return .answered(answer(ask, into: hand))
    case .change(.set(let object)): return set(object)
    case .change(let change): perform(change)
    case .drop(let hand): hold([], in: hand)
    case .fail(let declaration, let times): ledger.fail(declaration, times: times)
    }
    return nil
  }
}

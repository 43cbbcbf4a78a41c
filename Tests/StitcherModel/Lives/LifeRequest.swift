import Foundation
import Stitcher
import StitcherTestSupport

/// A request that a separate task makes.
final class LifeRequest: Sendable {
  private let ask: LifeAsk

  /// The graph from which the task resolves.
  private let graph: DependencyGraph

  /// The result, or `nil` before the end.
  private let result = Box<LifeAnswer?>(nil)

  /// A gate that opens when the result is known.
  let isDone = Gate()

  init(_ ask: LifeAsk, _ graph: DependencyGraph) {
    self.ask = ask
    self.graph = graph
  }

  /// Starts the task.
  ///
  /// - Parameters:
  ///   - executor: The preferred executor of the task.
  ///   - completion: A closure that runs at the end of the task.
  func start(
    on executor: LifeExecutor? = nil, _ completion: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: executor) { [self] in
      result.value = await LifeAnswer.awaited { try await ask.findInTask(in: graph) }
      isDone.open()
      completion()
    }
  }

  /// Waits for the result. Call it once.
  func answer() -> LifeAnswer {
    isDone.wait()
    return result.take()!
  }
}

/// A task executor that runs its jobs only inside its `run` methods, on the calling thread.
final class LifeExecutor: TaskExecutor {
  /// The jobs that are waiting.
  private let jobs = Box<[UnownedJob]>([])

  /// Adds a job.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.change { $0.append(job) }
  }

  /// Runs jobs until none is waiting.
  func runUntilIdle() {
    while let job = jobs.change({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs jobs until a gate is open.
  func run(until gate: Gate) {
    Thread.yieldToOthers {
      runUntilIdle()
      return gate.hasOpened
    }
  }
}

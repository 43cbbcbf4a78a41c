import Foundation
import Stitcher
import StitcherTestSupport

/// A request that a task makes.
final class LifeRequest: Sendable {
  /// What is asked for.
  private let ask: LifeAsk

  /// Who is asked.
  private let graph: DependencyGraph

  /// What it came to.
  private let result = Box<LifeAnswer?>(nil)

  /// Opened when it has come to something.
  let isDone = Gate()

  /// Prepares a request.
  init(_ ask: LifeAsk, _ graph: DependencyGraph) {
    self.ask = ask
    self.graph = graph
  }

  /// Starts the task.
  ///
  /// - Parameters:
  ///   - executor: Where it runs.
  ///   - completion: Is called at its end.
  func start(
    on executor: LifeExecutor? = nil, _ completion: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: executor) { [self] in
      result.value = await LifeAnswer.awaited { try await ask.findInTask(in: graph) }
      isDone.open()
      completion()
    }
  }

  /// Waits for what it comes to. Call it once.
  func answer() -> LifeAnswer {
    isDone.wait()
    return result.take()!
  }
}

/// Runs what is to be done only while it is told to, on that thread.
final class LifeExecutor: TaskExecutor {
  /// What is to be done.
  private let jobs = Box<[UnownedJob]>([])

  /// Takes over something that is to be done.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.change { $0.append(job) }
  }

  /// Does all that there is to do.
  func runUntilIdle() {
    while let job = jobs.change({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Does what there is to do, until a gate is open.
  func run(until gate: Gate) {
    Thread.yieldToOthers {
      runUntilIdle()
      return gate.hasOpened
    }
  }
}

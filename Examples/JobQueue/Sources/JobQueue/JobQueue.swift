internal import DependencyInjection

/// Runs several jobs at the same time.
public struct JobQueue: Sendable {
  /// The services of the queue.
  public let services: Services

  /// The outcome of a job.
  public struct Outcome: Sendable {
    /// The job.
    public let job: Job
    /// The result of the job, or its error.
    public let result: Result<String, any Error>
    /// The lines of the job's journal.
    public let journal: [String]
  }

  /// Creates a queue.
  public init(services: Services) { self.services = services }

  /// Runs jobs, and returns their outcomes in the same order.
  public func run(_ jobs: [Job]) async -> [Outcome] {
    var waiting = jobs[...]
    return await withTaskGroup(of: Outcome.self) { group in
      for _ in 0..<services.settings.width {
        if let job = waiting.popFirst() { group.addTask { outcome(of: job) } }
      }
      var outcomes: [Outcome] = []
      for await outcome in group {
        outcomes.append(outcome)
        if let job = waiting.popFirst() { group.addTask { self.outcome(of: job) } }
      }
      return outcomes.sorted { $0.job.number < $1.job.number }
    }
  }

  /// Runs one job in its own container.
  private func outcome(of job: Job) -> Outcome {
    let scope = services.handlers.scope()
    let result = Result { try scope.handler(of: job.task).run() }
    return Outcome(job: job, result: result, journal: scope.resolve(type: Journal.self).lines)
  }
}

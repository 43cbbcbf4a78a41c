internal import DependencyInjection

/// Runs jobs, a few at the same time.
public struct JobQueue: Sendable {
  /// What the queue needs.
  public let services: Services

  /// What became of a job.
  public struct Outcome: Sendable {
    /// The job.
    public let job: Job
    /// The result, or why there is none.
    public let result: Result<String, any Error>
    /// What happened.
    public let journal: [String]
  }

  /// Creates a queue.
  public init(services: Services) { self.services = services }

  /// Runs jobs; returns what became of them, in their order.
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

  /// Runs one job, in a container of its own.
  private func outcome(of job: Job) -> Outcome {
    let scope = services.handlers.scope()
    let result = Result { try scope.handler(of: job.task).run() }
    return Outcome(job: job, result: result, journal: scope.resolve(type: Journal.self).lines)
  }
}

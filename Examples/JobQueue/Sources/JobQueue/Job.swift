/// Something to do.
public struct Job: Sendable, Equatable {
  /// What tells jobs apart.
  public let number: Int

  /// What is to be done.
  public let task: Task

  /// The kinds of job.
  public enum Task: Sendable, Equatable {
    /// A letter to somebody.
    case greet(name: String)
    /// The sum of numbers.
    case sum([Int])
  }

  /// Creates a job.
  public init(number: Int, task: Task) {
    self.number = number
    self.task = task
  }
}

/// Why a job failed.
public enum JobError: Error, Equatable {
  /// There is nothing to sum.
  case nothingToSum
}

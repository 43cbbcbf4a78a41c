/// A job of the queue.
public struct Job: Sendable, Equatable {
  /// The number of the job, which identifies it.
  public let number: Int

  /// The task of the job.
  public let task: Task

  /// The kinds of job.
  public enum Task: Sendable, Equatable {
    /// A greeting letter.
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

/// An error of a job.
public enum JobError: Error, Equatable {
  /// A sum of no numbers.
  case nothingToSum
}

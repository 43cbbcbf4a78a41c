public import DependencyInjection

/// The container of one job. All handlers of the job write into the same journal.
public final class JobScope: Container, @unchecked Sendable {
  // Safe: The subclass adds no state.

  /// Creates the container of a job.
  public override init(parent: Container?) {
    super.init(parent: parent)
    register { _ in Journal() }
  }

  /// Creates the handler of a job.
  ///
  /// - Throws: `ResolutionError`.
  public func handler(of task: Job.Task) throws -> any Handler {
    switch task {
    case .greet(let name): try tryResolve(type: GreetingHandler.self, argument: name)
    case .sum(let numbers): try tryResolve(type: SumHandler.self, argument: numbers)
    }
  }
}

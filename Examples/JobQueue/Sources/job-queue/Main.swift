internal import DependencyInjection
internal import JobQueue

/// A program that runs a few jobs.
@main
enum Main {
  static func main() async throws {
    await JobQueueModule.registerDependencies(in: .shared)
    let queue = try await AsyncContainer.shared.tryResolve(type: JobQueue.self)
    let jobs = [
      Job(number: 1, task: .greet(name: "Ada")),
      Job(number: 2, task: .sum([1, 2, 3])),
      Job(number: 3, task: .sum([])),
    ]
    for outcome in await queue.run(jobs) {
      print(
        "job \(outcome.job.number), \(outcome.journal.joined(separator: ", ")):", terminator: " ")
      switch outcome.result {
      case .success(let text): print(text)
      case .failure(let error): print("failed, \(error)")
      }
    }
  }
}

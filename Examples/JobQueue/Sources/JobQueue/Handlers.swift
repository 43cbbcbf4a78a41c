internal import DependencyInjection

/// Performs one kind of job.
public protocol Handler {
  /// Performs the job, and returns its result.
  func run() throws -> String
}

/// Writes greeting letters.
struct GreetingHandler: Handler {
  /// The phrases of the letter.
  let phrases: Phrases
  /// The journal of the job.
  let journal: Journal
  /// The name of the recipient.
  let name: String

  func run() -> String {
    journal.write("greeting \(name)")
    return "\(phrases.greeting), \(name)!"
  }
}

/// Adds numbers.
struct SumHandler: Handler {
  /// The journal of the job.
  let journal: Journal
  /// The numbers to add.
  let numbers: [Int]

  func run() throws -> String {
    journal.write("adding \(numbers.count) numbers")
    if numbers.isEmpty { throw JobError.nothingToSum }
    return "\(numbers.reduce(0, +))"
  }
}

/// The factories of all handlers.
public struct Handlers: Sendable {
  /// The parent of the containers of all jobs.
  let container: Container

  /// Registers the handlers.
  ///
  /// - Parameter phrases: The phrases of letters.
  public init(phrases: Phrases) {
    container = Container()
    container.register(dependency: phrases)
    // The argument is the last parameter. The job's container resolves the other parameters.
    container.autoregister(argument: String.self, initializer: GreetingHandler.init)
    container.autoregister(argument: [Int].self, initializer: SumHandler.init)
  }

  /// Creates the container of one job.
  public func scope() -> JobScope { JobScope(parent: container) }
}

internal import DependencyInjection

/// Does one kind of job.
public protocol Handler {
  /// Does the job; returns its result.
  func run() throws -> String
}

/// Writes letters.
struct GreetingHandler: Handler {
  /// The words.
  let phrases: Phrases
  /// What happens is written here.
  let journal: Journal
  /// Whom the letter is for.
  let name: String

  func run() -> String {
    journal.write("greeting \(name)")
    return "\(phrases.greeting), \(name)!"
  }
}

/// Adds numbers.
struct SumHandler: Handler {
  /// What happens is written here.
  let journal: Journal
  /// The numbers.
  let numbers: [Int]

  func run() throws -> String {
    journal.write("adding \(numbers.count) numbers")
    if numbers.isEmpty { throw JobError.nothingToSum }
    return "\(numbers.reduce(0, +))"
  }
}

/// The factories of all handlers.
public struct Handlers: Sendable {
  /// The container that each job has a child of.
  let container: Container

  /// Registers the handlers.
  ///
  /// - Parameter phrases: The words that letters are made of.
  public init(phrases: Phrases) {
    container = Container()
    container.register(dependency: phrases)
    // The argument is the last parameter: the others are resolved, in the job's own container.
    container.autoregister(argument: String.self, initializer: GreetingHandler.init)
    container.autoregister(argument: [Int].self, initializer: SumHandler.init)
  }

  /// Makes the container of one job.
  public func scope() -> JobScope { JobScope(parent: container) }
}

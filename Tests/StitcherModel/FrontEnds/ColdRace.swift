import Foundation
import StitcherTestSupport

/// Threads or tasks that resolve a dependency at the same moment, before its first creation.
///
/// Each round expects exactly one creation, the same instance for all, and no leak at the end.
package struct ColdRace: Sendable {
  /// The front end and the way of resolving.
  package let way: ColdWay
  /// The scope of the instance.
  package let scope: ColdScope
  /// Whether tasks resolve, instead of threads.
  package let isOfTasks: Bool

  package init(_ way: ColdWay, _ scope: ColdScope, isOfTasks: Bool) {
    self.way = way
    self.scope = scope
    self.isOfTasks = isOfTasks
  }

  /// All combinations of front ends, scopes, and threads or tasks.
  package static var all: [ColdRace] {
    ColdWay.allCases.flatMap { way in
      way.scopes.flatMap { scope in
        way.kinds.map { ColdRace(way, scope, isOfTasks: $0) }
      }
    }
  }

  /// The number of threads or tasks.
  package static let threadCount = 4

  /// Runs rounds, until one fails. It blocks the calling thread.
  ///
  /// - Parameter rounds: The numbers of the rounds; if rounds need new types, each number can be
  ///   used once in a process.
  /// - Returns: A description of the failure, or `nil`.
  package func run(rounds: Range<Int>) -> String? {
    let failure = isOfTasks ? runTasks(rounds: rounds) : runThreads(rounds: rounds)
    return failure.map { number, differences in
      "Cold race of \(isOfTasks ? "tasks" : "threads"), \(way), \(scope), round \(number):\n"
        + differences.map { "  \($0)" }.joined(separator: "\n")
    }
  }

  /// The state of the current round that all threads share.
  private struct Field: Sendable {
    var dependency: (any ColdDependency)?
    var outcome = ColdOutcome(Lifetimes(), isKept: false)
    var failure: (number: Int, differences: [String])?
  }

  /// Runs rounds with threads.
  private func runThreads(rounds: Range<Int>) -> (number: Int, differences: [String])? {
    let field = Box(Field())
    let meeting = Meeting(Self.threadCount)
    StitcherTestSupport.runThreads(Self.threadCount) { thread in
      for number in rounds {
        if thread == 0 { prepare(field, number) }
        meeting.wait()
        let (dependency, isOver) = field.change { ($0.dependency, $0.failure != nil) }
        guard !isOver, let dependency else { return }
        meeting.wait()
        let instance = try? dependency.ask()
        field.change { $0.outcome.instances.append(instance) }
        _ = consume instance
        meeting.wait()
        if thread == 0 { finish(field, number) }
      }
    }
    return field.change { $0.failure }
  }

  /// Registers the dependency of a round.
  private func prepare(_ field: Box<Field>, _ number: Int) {
    let lifetimes = Lifetimes()
    let dependency = dependency(lifetimes, round: number)
    field.change { field in
      field.dependency = dependency
      field.outcome = ColdOutcome(lifetimes, isKept: dependency.isKept)
    }
  }

  /// Compares the instances of all threads, and ends the round.
  private func finish(_ field: Box<Field>, _ number: Int) {
    guard let dependency = field.change({ $0.dependency }) else { return }
    var outcome = field.change { field in
      defer { field.outcome.instances = [] }
      return field.outcome
    }
    outcome.compare()
    outcome.differences += dependency.end()
    outcome.compareAfterEnd()
    let differences = outcome.differences
    if !differences.isEmpty { field.change { $0.failure = (number, differences) } }
  }

  /// Returns a dependency that is not created yet.
  private func dependency(_ lifetimes: Lifetimes, round: Int) -> any ColdDependency {
    switch way {
    case .inject: ColdStitcher(scope, isProperty: false, lifetimes)
    case .property: ColdStitcher(scope, isProperty: true, lifetimes)
    case .stitch:
      {
        let made = Box<(any ColdDependency)?>(nil)
        StitchRound(made: made, lifetimes: lifetimes).run(round, ColdRace.self)
        return made.take()!
      }()
    case .injector: ColdInjector(lifetimes)
    case .container, .asyncContainer: ColdContainer(lifetimes)
    }
  }

  /// A visitor that creates a Stitch key for one round.
  private struct StitchRound: Round {
    /// The place of the created dependency.
    let made: Box<(any ColdDependency)?>
    let lifetimes: Lifetimes

    /// Creates the dependency with the round's type.
    func run<Mark>(_ mark: Mark.Type) { made.value = ColdStitch<Mark>(lifetimes) }
  }

  /// Resolves in several tasks; returns descriptions of errors.
  private func coldRound(of number: Int) async -> [String] {
    if way == .asyncContainer { return await coldAsyncRound(tasks: Self.threadCount) }
    let lifetimes = Lifetimes()
    let dependency = dependency(lifetimes, round: number)
    var outcome = ColdOutcome(lifetimes, isKept: dependency.isKept)
    outcome.instances = await askAtOnce(tasks: Self.threadCount) { try? dependency.ask() }
    outcome.compare()
    outcome.differences += dependency.end()
    outcome.compareAfterEnd()
    return outcome.differences
  }

  /// Runs rounds with tasks.
  private func runTasks(rounds: Range<Int>) -> (number: Int, differences: [String])? {
    let failure = Box<(number: Int, differences: [String])?>(nil)
    let isDone = Gate()
    Task.detached {
      for number in rounds {
        let differences = await coldRound(of: number)
        guard differences.isEmpty else {
          failure.value = (number, differences)
          break
        }
      }
      isDone.open()
    }
    isDone.wait()
    return failure.change { $0 }
  }
}

/// The result of one round.
struct ColdOutcome: Sendable {
  let lifetimes: Lifetimes
  /// Whether the instance stays alive without references from the program.
  let isKept: Bool
  /// The instance of each thread, or `nil` if its lookup failed.
  var instances: [ColdObject?] = []
  /// Descriptions of errors.
  var differences: [String] = []

  init(_ lifetimes: Lifetimes, isKept: Bool) {
    self.lifetimes = lifetimes
    self.isKept = isKept
  }

  /// Compares the instances of all threads, and releases them.
  mutating func compare() {
    let distinct = Set(instances.compactMap { $0.map(ObjectIdentifier.init) })
    let missing = instances.count { $0 == nil }
    if missing > 0 { differences.append("\(missing) got nothing") }
    if distinct.count != 1 { differences.append("\(distinct.count) instances") }
    if lifetimes.inits != 1 { differences.append("\(lifetimes.inits) creations") }
    instances = []
    let living = isKept ? 1 : 0
    if lifetimes.living != living {
      differences.append("\(lifetimes.living) live while nobody holds one, not \(living)")
    }
  }

  /// Checks for leaks after the registration was removed.
  mutating func compareAfterEnd() {
    if lifetimes.living != 0 { differences.append("\(lifetimes.living) are left at the end") }
  }
}

/// Runs many programs, and reports the first one that fails.
package struct Campaign: Sendable {
  /// The number of programs.
  package var programs = 0
  /// The number of steps that were compared.
  package var steps = 0
  /// The number of steps in which nothing was promised.
  package var skipped = 0
  /// The number of events that were compared, by what they are.
  package var events: [String: Int] = [:]
  /// What is said about a program that failed.
  package var failure: String?

  /// Creates a campaign without programs.
  package init() {}

  /// Runs the program of a seed in the engine; returns whether it was right.
  @discardableResult
  package mutating func run(seed: UInt64, steps count: Int = 40) -> Bool {
    var generator = Generator(seed: seed)
    let program = generator.program(steps: count)
    let run = program.run()
    programs += 1
    steps += run.steps
    skipped += run.skipped
    events.merge(run.events, uniquingKeysWith: +)
    guard let discrepancy = run.discrepancy else { return true }
    let short = program.shrunk { $0.run().discrepancy != nil }
    failure = """
      The engine differs from the model. Seed \(seed), \(count) steps. \(discrepancy)

      Shrunk: \(short.run().discrepancy.map(String.init) ?? "")

      \(short.source)
      """
    return false
  }
}

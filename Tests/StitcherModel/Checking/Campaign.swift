/// A random program that can be run beside the model.
package protocol Checkable: Shrinkable {
  /// What figures call such programs.
  static var title: String { get }

  /// What `Scripts/soak.sh --only` calls them.
  static var option: String { get }

  /// The program as source.
  var source: String { get }

  /// Makes the program of a seed.
  static func program(seed: UInt64, steps: Int) -> Self

  /// Runs the program in the library and in the model.
  func run() -> Run

  /// Runs the program as often as it takes to say whether it fails.
  func runAgain() -> Run
}

extension Checkable {
  /// Runs the program once more, which is enough where no threads are.
  package func runAgain() -> Run { run() }
}

extension Program: Checkable {
  /// What figures call such programs.
  package static var title: String { "Engine" }

  /// What `Scripts/soak.sh --only` calls them.
  package static var option: String { "engine" }

  /// Makes the program of a seed.
  package static func program(seed: UInt64, steps: Int) -> Program {
    var generator = Generator(seed: seed)
    return generator.program(steps: steps)
  }
}

/// Runs many programs, and reports the first one that fails.
package struct Campaign<Subject: Checkable>: Sendable {
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

  /// Runs the programs of seeds, until one fails.
  package mutating func run(seeds: some Sequence<UInt64>, steps count: Int = 40) {
    for seed in seeds where failure == nil { run(seed: seed, steps: count) }
  }

  /// Runs the program of a seed.
  ///
  /// - Parameter isRepeated: Whether it failed before, so that it is run as often as it takes
  ///   to fail again.
  package mutating func run(seed: UInt64, steps count: Int = 40, isRepeated: Bool = false) {
    let program = Subject.program(seed: seed, steps: count)
    let run = isRepeated ? program.runAgain() : program.run()
    programs += 1
    steps += run.steps
    skipped += run.skipped
    events.merge(run.events, uniquingKeysWith: +)
    guard let discrepancy = run.discrepancy else { return }
    // A race may not come again; then the program is too long to be read, but its seed is known.
    var short = program
    for _ in 0..<3 where short == program {
      short = program.shrunk { $0.runAgain().discrepancy != nil }
    }
    failure = """
      \(Subject.title) differs from its model. Seed \(seed). \(discrepancy)

      Once more: Scripts/soak.sh --only \(Subject.option) --seed \(seed) --count 1

      Shrunk: \(short.runAgain().discrepancy.map(String.init) ?? "It does not happen each time.")

      \(short.source)
      """
  }
}

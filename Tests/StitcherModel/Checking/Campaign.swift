/// A random program that runs in the library and in the model.
package protocol Checkable: Shrinkable {
  /// The name of this kind of program in statistics.
  static var title: String { get }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  static var option: String { get }

  /// The program as Swift source.
  var source: String { get }

  /// Creates the program of a seed.
  static func program(seed: UInt64, steps: Int) -> Self

  /// Runs the program in the library and in the model.
  func run() -> Run

  /// Runs the program as often as needed to decide whether it fails.
  func runAgain() -> Run
}

extension Checkable {
  /// Runs the program once more: a program without threads fails each time or never.
  package func runAgain() -> Run { run() }
}

extension Program: Checkable {
  /// The name of this kind of program in statistics.
  package static var title: String { "Engine" }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  package static var option: String { "engine" }

  /// Creates the program of a seed.
  package static func program(seed: UInt64, steps: Int) -> Program {
    var generator = Generator(seed: seed)
    return generator.program(steps: steps)
  }
}

/// A run of many programs, which stops at the first failure and reports it.
package struct Campaign<Subject: Checkable>: Sendable {
  /// The number of programs that were run.
  package var programs = 0
  /// The number of steps that were compared.
  package var steps = 0
  /// The number of steps with unspecified behavior, which were not compared.
  package var skipped = 0
  /// The number of compared events, by their titles.
  package var events: [String: Int] = [:]
  /// The report on the program that failed, or `nil`.
  package var failure: String?

  /// Creates a campaign without programs.
  package init() {}

  /// Runs the programs of several seeds, until one fails.
  package mutating func run(seeds: some Sequence<UInt64>, steps count: Int = 40) {
    for seed in seeds where failure == nil { run(seed: seed, steps: count) }
  }

  /// Runs the program of a seed.
  ///
  /// - Parameter isRepeated: Whether the program has failed before and runs as often as needed to
  ///   fail again.
  package mutating func run(seed: UInt64, steps count: Int = 40, isRepeated: Bool = false) {
    let program = Subject.program(seed: seed, steps: count)
    let run = isRepeated ? program.runAgain() : program.run()
    programs += 1
    steps += run.steps
    skipped += run.skipped
    events.merge(run.events, uniquingKeysWith: +)
    guard let discrepancy = run.discrepancy else { return }
    // A race may not repeat; then the report holds the whole program, with its seed.
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

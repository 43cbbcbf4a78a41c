import Foundation
import StitcherModel

/// Runs programs with fresh seeds for some time, or those of given seeds.
@main struct Main {
  static func main() {
    let options = Options(CommandLine.arguments.dropFirst())
    let first = options.seed ?? UInt64.random(in: 0...UInt64.max / 2)
    print("First seed: \(first)")
    if ["", "engine"].contains(options.subject) { run(Program.self, options, first) }
    if ["", "stitcher"].contains(options.subject) { run(StitcherProgram.self, options, first) }
    if ["", "threads"].contains(options.subject) { run(ConcurrentProgram.self, options, first) }
  }

  /// Runs programs of a kind.
  private static func run<Subject: Checkable>(
    _ subject: Subject.Type, _ options: Options, _ first: UInt64
  ) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60 * options.minutes)
    var campaign = Campaign<Subject>()
    var seed = first
    while campaign.failure == nil {
      if options.count.map({ seed - first >= $0 }) ?? (clock.now >= end) { break }
      campaign.run(seed: seed)
      seed += 1
    }
    print(
      """
      \(Subject.title): programs \(campaign.programs), steps \(campaign.steps), skipped \(campaign.skipped)
      \(campaign.events.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))
      """)
    if let failure = campaign.failure {
      print(failure)
      exit(1)
    }
  }
}

/// What is said on the command line.
private struct Options {
  /// For how long programs are run.
  var minutes = 20.0
  /// The first seed; a fresh one if there is none.
  var seed: UInt64?
  /// The number of programs, instead of a time.
  var count: UInt64?
  /// What is run; all if empty.
  var subject = ""

  /// Reads arguments.
  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      switch (name, rest.popFirst()) {
      case ("--minutes", let text?): minutes = Double(text)!
      case ("--seed", let text?): seed = UInt64(text)
      case ("--count", let text?): count = UInt64(text)
      case ("--only", let text?): subject = text
      default: fatalError("unknown option \(name)")
      }
    }
  }
}

import Foundation
import StitcherModel

/// A run of all kinds of programs, with its results.
struct Soak {
  /// The options of the command line.
  private let options: Options

  /// The programs for the engine.
  private var engine = Campaign<Program>()

  /// The programs for Stitcher's containers and properties.
  private var stitcher = Campaign<StitcherProgram>()

  /// The programs for Stitcher's graphs.
  private var graphs = Campaign<GraphProgram>()

  /// The programs for Stitcher's creations, decorators and teardowns.
  private var lives = Campaign<LifeProgram>()

  /// The programs with several threads.
  private var threads = Campaign<ConcurrentProgram>()

  /// The number of rounds of each cold race, in which threads resolve a dependency before its first
  /// creation.
  private var rounds = [Int](repeating: 0, count: ColdRace.all.count)

  /// The first failure of a cold race, or the growth of memory.
  private var finding: String?

  /// The duration of each kind of programs.
  private var times: [String: Duration] = [:]

  /// The memory in use after each kind was run once.
  private var baseline: Double?

  /// The start of the run.
  private let start = ContinuousClock.now

  /// The required numbers of the engine's steps, and of rounds of each cold race, independent of
  /// the time.
  private static let leastSteps = 1_000_000, leastRounds = 10_000

  /// The number of programs for graphs.
  private static let graphPrograms: UInt64 = 20_000

  /// The number of programs for creations and teardowns.
  private static let lifePrograms: UInt64 = 5_000

  /// The permitted growth of memory in mebibytes, after each kind was run once.
  private static let growth = 32.0

  /// The file that names the current program.
  private let journal: UnsafeMutablePointer<FILE>?

  /// Prepares a run with options.
  init(_ options: Options) {
    self.options = options
    journal = options.journal.flatMap { fopen($0, "w") }
  }

  /// Writes the options that repeat the current program to the journal. Each entry replaces the
  /// last one.
  private func note(_ arguments: String) {
    guard let journal else { return }
    rewind(journal)
    fputs("Scripts/soak.sh \(arguments)          \n", journal)
    fflush(journal)
  }

  /// The first failure.
  var failure: String? {
    engine.failure ?? stitcher.failure ?? graphs.failure ?? lives.failure ?? threads.failure
      ?? finding
  }

  /// Runs programs until the time is up or one fails.
  mutating func run() {
    print("First seed: \(options.seed)")
    // The seed must be printed even if the process crashes.
    fflush(nil)
    switch options.subject {
    case nil: runAll()
    case .engine: run(\.engine)
    case .stitcher: run(\.stitcher)
    case .graphs: run(\.graphs)
    case .lives: run(\.lives)
    case .threads: run(\.threads)
    case .cold:
      let count = Int(options.count ?? UInt64(Self.leastRounds))
      race(count, includingTypes: true)
    }
  }

  /// Runs programs of all kinds in turns.
  private mutating func runAll() {
    let end = start + .seconds(60 * options.minutes)
    while engine.steps < Self.leastSteps, failure == nil { run(\.engine, count: 1000) }
    if failure == nil { race(Self.leastRounds, includingTypes: true) }
    while failure == nil {
      run(\.engine, count: 1000)
      run(\.stitcher, count: 20)
      run(\.threads, count: 400)
      race(200, includingTypes: false)
      if baseline == nil { baseline = Memory().current }
      if ContinuousClock.now >= end { break }
    }
    // These kinds come last: from the first isolated graph on, the other kinds would use another
    // path.
    if failure == nil { run(\.graphs, count: Self.graphPrograms) }
    if failure == nil { run(\.lives, count: Self.lifePrograms) }
    if failure == nil, !Memory.isSanitized, let baseline, let now = Memory().current,
      now > baseline + Self.growth
    {
      finding = "The memory in use grew from \(Int(baseline)) to \(Int(now)) MiB."
    }
  }

  /// Runs programs of one kind as long as the options require.
  private mutating func run<Subject>(_ campaign: WritableKeyPath<Soak, Campaign<Subject>>) {
    if let count = options.count {
      run(campaign, count: count, isRepeated: count == 1)
      return
    }
    let end = start + .seconds(60 * options.minutes)
    while failure == nil, ContinuousClock.now < end { run(campaign, count: 10) }
  }

  /// Runs a number of programs of one kind.
  private mutating func run<Subject>(
    _ campaign: WritableKeyPath<Soak, Campaign<Subject>>, count: UInt64, isRepeated: Bool = false
  ) {
    let begin = ContinuousClock.now
    for _ in 0..<count where failure == nil {
      let seed = options.seed &+ UInt64(self[keyPath: campaign].programs)
      note("--only \(Subject.option) --seed \(seed) --count 1")
      self[keyPath: campaign].run(seed: seed, isRepeated: isRepeated)
    }
    times[Subject.title, default: .zero] += ContinuousClock.now - begin
  }

  /// Runs a number of rounds of each cold race.
  ///
  /// - Parameter includingTypes: Whether to include the races that need new types.
  private mutating func race(_ count: Int, includingTypes: Bool) {
    let begin = ContinuousClock.now
    for (position, race) in ColdRace.all.enumerated() where failure == nil {
      if race.way.takesTypes, !includingTypes { continue }
      let first = rounds[position]
      rounds[position] += count
      note("--only cold --count \(first + count)")
      guard let failure = race.run(rounds: first..<first + count) else { continue }
      finding = "\(failure)\n\nOnce more: Scripts/soak.sh --only cold --count \(first + count)"
    }
    times["Cold races", default: .zero] += ContinuousClock.now - begin
  }
}

// MARK: - Statistics

extension Soak {
  /// The statistics as tables.
  var table: String {
    let total = rounds.reduce(0, +)
    let raced = times["Cold races"] ?? .zero
    var lines = [
      "| what | programs | steps compared | left out | creations | time |",
      "|:--|--:|--:|--:|--:|--:|",
      row(engine), row(stitcher), row(graphs), row(lives), row(threads),
      "| Cold races | \(total) rounds | \(total * ColdRace.threadCount) | 0 | \(total) | \(raced.text) |",
      "", "| figure | value |", "|:--|--:|",
      "| histories explained by an order | \(threads.events["histories"] ?? 0) |",
      "| rounds of each cold race | \(rounds.min() ?? 0) to \(rounds.max() ?? 0) |",
    ]
    let memory = Memory()
    for (title, value) in [
      ("memory after everything ran once", baseline), ("memory at the end", memory.current),
      ("peak memory", memory.peak),
    ] {
      if let value { lines.append("| \(title) | \(Int(value)) MiB |") }
    }
    lines.append("| findings | \(failure == nil ? 0 : 1) |")
    lines.append("| time | \((ContinuousClock.now - start).text) |")
    lines += [
      "", "| outcome | Engine | Stitcher | Graphs | Lives | Threads |",
      "|:--|--:|--:|--:|--:|--:|",
    ]
    let titles = [
      engine.events, stitcher.events, graphs.events, lives.events, threads.events,
    ]
    .flatMap(\.keys)
    for title in Set(titles).sorted() where title != "histories" {
      lines.append(
        "| \(title) | \(engine.events[title] ?? 0) | \(stitcher.events[title] ?? 0) "
          + "| \(graphs.events[title] ?? 0) | \(lives.events[title] ?? 0) | \(threads.events[title] ?? 0) |"
      )
    }
    return lines.joined(separator: "\n")
  }

  /// The statistics of one kind of programs.
  private func row<Subject>(_ campaign: Campaign<Subject>) -> String {
    let made = campaign.events["instances"].map(String.init) ?? "–"
    return "| \(Subject.title) | \(campaign.programs) | \(campaign.steps) | \(campaign.skipped) "
      + "| \(made) | \((times[Subject.title] ?? .zero).text) |"
  }
}

extension Duration {
  /// The duration in seconds, as text.
  fileprivate var text: String { "\(components.seconds) s" }
}

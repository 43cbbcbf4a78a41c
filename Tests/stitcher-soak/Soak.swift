import Foundation
import StitcherModel

/// All that is run, and what has come of it.
struct Soak {
  /// What was said on the command line.
  private let options: Options

  /// The engine's programs.
  private var engine = Campaign<Program>()

  /// Stitcher's programs.
  private var stitcher = Campaign<StitcherProgram>()

  /// Stitcher's programs that make graphs.
  private var graphs = Campaign<GraphProgram>()

  /// Stitcher's programs of creations, decorations and teardowns.
  private var lives = Campaign<LifeProgram>()

  /// The programs of several threads.
  private var threads = Campaign<ConcurrentProgram>()

  /// The number of rounds of each cold race.
  private var rounds = [Int](repeating: 0, count: ColdRace.all.count)

  /// What went wrong with a cold race, or with memory.
  private var finding: String?

  /// How long what was run took.
  private var times: [String: Duration] = [:]

  /// The memory in use after everything was run once.
  private var baseline: Double?

  /// When it began.
  private let start = ContinuousClock.now

  /// The steps of the engine's programs that are compared, and the rounds of each cold race,
  /// whatever the time.
  private static let leastSteps = 1_000_000, leastRounds = 10_000

  /// The programs of graphs.
  private static let graphPrograms: UInt64 = 20_000

  /// The programs of lives.
  private static let lifePrograms: UInt64 = 5_000

  /// By how much the memory in use may grow, in mebibytes, after everything was run once.
  private static let growth = 32.0

  /// Says what is being run.
  private let journal: UnsafeMutablePointer<FILE>?

  /// Prepares what the options say.
  init(_ options: Options) {
    self.options = options
    journal = options.journal.flatMap { fopen($0, "w") }
  }

  /// Notes how to run once more what is run now. Each note takes the place of the last one.
  private func note(_ arguments: String) {
    guard let journal else { return }
    rewind(journal)
    fputs("Scripts/soak.sh \(arguments)          \n", journal)
    fflush(journal)
  }

  /// What went wrong first.
  var failure: String? {
    engine.failure ?? stitcher.failure ?? graphs.failure ?? lives.failure ?? threads.failure
      ?? finding
  }

  /// Runs everything, until the time is up or something goes wrong.
  mutating func run() {
    print("First seed: \(options.seed)")
    // It is to be known also if the process ends early.
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

  /// Runs everything in turns.
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
    // The last ones: from the first graph on, the others would take another way.
    if failure == nil { run(\.graphs, count: Self.graphPrograms) }
    if failure == nil { run(\.lives, count: Self.lifePrograms) }
    if failure == nil, !Memory.isSanitized, let baseline, let now = Memory().current,
      now > baseline + Self.growth
    {
      finding = "The memory in use grew from \(Int(baseline)) to \(Int(now)) MiB."
    }
  }

  /// Runs programs of one kind as long as the options say.
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
  /// - Parameter includingTypes: Whether those that use types up are run as well.
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

// MARK: - Figures

extension Soak {
  /// The figures as tables.
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

  /// The figures of programs of one kind.
  private func row<Subject>(_ campaign: Campaign<Subject>) -> String {
    let made = campaign.events["instances"].map(String.init) ?? "–"
    return "| \(Subject.title) | \(campaign.programs) | \(campaign.steps) | \(campaign.skipped) "
      + "| \(made) | \((times[Subject.title] ?? .zero).text) |"
  }
}

extension Duration {
  /// The time in seconds.
  fileprivate var text: String { "\(components.seconds) s" }
}

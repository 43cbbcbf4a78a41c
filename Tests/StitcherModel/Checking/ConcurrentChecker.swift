extension ConcurrentProgram: Checkable {
  /// The name of this kind of program in statistics.
  package static var title: String { "Threads" }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  package static var option: String { "threads" }

  /// The steps of all threads: shrinking removes only steps that run concurrently.
  package var parts: [ConcurrentStep] {
    get {
      setup.map { ConcurrentStep(thread: -1, step: $0) }
        + threads.enumerated().flatMap { thread, steps in
          steps.map { ConcurrentStep(thread: thread, step: $0) }
        } + epilogue.map { ConcurrentStep(thread: threads.count, step: $0) }
    }
    set {
      setup = newValue.filter { $0.thread == -1 }.map(\.step)
      epilogue = newValue.filter { $0.thread == threads.count }.map(\.step)
      threads = threads.indices.map { thread in
        newValue.filter { $0.thread == thread }.map(\.step)
      }
    }
  }

  /// No simpler programs: a concurrent program is short already.
  package var simplified: [ConcurrentProgram] { [] }

  /// The program itself, which has no unused parts to remove.
  package var tidied: ConcurrentProgram { self }

  /// Creates the program of a seed.
  package static func program(seed: UInt64, steps: Int) -> ConcurrentProgram {
    var generator = Generator(seed: seed)
    let threads = 2 + Int(seed % 2)
    return generator.concurrentProgram(threads: threads, steps: threads == 2 ? 5 : 4)
  }

  /// Runs the program several times in the engine, and searches a sequential order of each history.
  package func run() -> Run { run(histories: 4) }

  /// Runs the program many times, since races depend on timing.
  package func runAgain() -> Run { run(histories: 300) }

  /// Runs the program in the engine, and searches a sequential order of each history.
  package func run(histories: Int) -> Run {
    var run = Run()
    for _ in 0..<histories {
      let history = record()
      run.steps += history.threads.joined().count
      for operation in history.threads.joined() {
        if let result = operation.result { run.count(result.title) }
      }
      if !history.leaks.isEmpty {
        run.discrepancy = Discrepancy(position: nil, differences: history.leaks)
        return run
      }
      var search = Linearization(history)
      switch search.exists(for: self) {
      case true?: run.count("histories")
      case nil: run.skipped += history.threads.joined().count
      case false?:
        run.discrepancy = Discrepancy(
          position: nil,
          differences: ["no order explains this history:"] + history.lines
            + ["living at the end: \(history.living)"])
        return run
      }
    }
    return run
  }
}

/// A step of one thread.
package struct ConcurrentStep: Hashable, Sendable {
  var thread: Int
  var step: Step
}

extension History {
  /// The history as text, in the order in which operations began.
  fileprivate var lines: [String] {
    threads.enumerated().flatMap { thread, operations in
      operations.map { ($0.start, "thread \(thread), \($0.start)-\($0.end): \($0.line)") }
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension History.Operation {
  /// The operation as one line of text.
  fileprivate var line: String {
    "\(step.source)" + (result.map { " -> \($0)" } ?? "")
  }
}

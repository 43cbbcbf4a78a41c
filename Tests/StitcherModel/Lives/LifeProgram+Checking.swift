extension LifeProgram: Checkable {
  /// The name of this kind of program in statistics.
  package static var title: String { "Lives" }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  package static var option: String { "lives" }

  /// Runs the program in Stitcher and in the model.
  package func run() -> Run { run(patience: .seconds(60)) }

  /// Runs the program once more after a failure, with a short time limit for missing events.
  package func runAgain() -> Run { run(patience: .milliseconds(200)) }

  /// Runs the program in the model and in the library with a deliberate error.
  package func run(with fault: LifeFault) -> Run {
    run(patience: .milliseconds(20), fault: fault)
  }

  /// Runs the program in Stitcher and in the model.
  ///
  /// - Parameter patience: The time limit for events that tasks must cause.
  private func run(patience: Duration, fault: LifeFault? = nil) -> Run {
    var run = Run()
    var model = LifeModel(self)
    let world = LifeWorld(self, patience: patience, fault: fault)
    for (position, step) in steps.enumerated() {
      var next = model
      guard let expected = try? next.perform(step) else {
        run.skipped += 1
        continue
      }
      let late = model.lateNotifications
      model = next
      run.count("step: \(step.title)")
      let actual = world.perform(step, expecting: expected, orLate: late)
      run.compare(actual, with: expected, isOrdered: step.isOrdered, at: position)
      if run.discrepancy != nil { break }
    }
    let living = Set(model.instances.keys)
    if run.discrepancy == nil {
      run.finish(
        leaks: [], died: world.end(expecting: living).sorted(), living: living.sorted())
    }
    return run
  }
}

extension Run {
  /// Compares a step of a life-cycle program and counts its events.
  fileprivate mutating func compare(
    _ actual: LifeObservation, with expected: LifeObservation, isOrdered: Bool, at position: Int
  ) {
    steps += 1
    for event in expected.events { count(event) }
    events["teardowns", default: 0] += expected.hanging.count
    for news in expected.news { count("news: \(news.kind.title)") }
    for (news, number) in expected.unordered {
      events["news: \(news.kind.title)", default: 0] += number
    }
    if isOrdered ? actual == expected : actual.withoutOrder == expected.withoutOrder { return }
    var differences: [String] = []
    if actual.events != expected.events {
      differences.append("events \(actual.events), not \(expected.events)")
    }
    if actual.hanging != expected.hanging {
      differences.append("teardowns that hang \(actual.hanging), not \(expected.hanging)")
    }
    if actual.news != expected.news {
      differences.append("news \(actual.news), not \(expected.news)")
    }
    if actual.unordered != expected.unordered {
      differences.append("news in no order \(actual.unordered), not \(expected.unordered)")
    }
    if actual.died != expected.died {
      differences.append(
        "instances \(actual.died.sorted()) went, not \(expected.died.sorted())")
    }
    discrepancy = Discrepancy(
      position: position,
      differences: differences.map { $0.replacing("\(LifeProgram.module).", with: "") })
  }

  /// Counts an event for statistics.
  private mutating func count(_ event: LifeEvent) {
    switch event {
    case .answered(let outcome): count("asked: \(outcome.title)")
    case .interrupted: count("shared waits")
    case .closed: count("teardowns")
    case .completed(let failures) where failures.contains(.timedOut):
      count("completed: timed out")
    case .completed(let failures) where !failures.isEmpty: count("completed: failures")
    case .completed: count("completed: well")
    case .made(.declaration, _, _): count("instances")
    case .made(.decoration, _, _): count("decorated")
    case .began, .got: break
    }
  }
}

extension LifeNotification.Kind {
  /// The name of the event in statistics.
  fileprivate var title: String {
    switch self {
    case .created: "created"
    case .failed: "failed"
    case .waited: "waited"
    case .released: "released"
    case .tornDown: "torn down"
    case .changed: "changed"
    }
  }
}

extension LifeOutcome {
  /// The name of the outcome in statistics.
  fileprivate var title: String {
    switch self {
    case .found(let serials): serials.isEmpty ? "none" : serials.count == 1 ? "one" : "several"
    case .nothing: "nil"
    case .failed(.missing): "missing"
    case .failed(.multiple): "multiple"
    case .failed(.cycle): "cycle"
    case .failed(.captive): "captive"
    case .failed(.asynchronous): "asynchronous"
    case .failed(.ended): "ended"
    case .failed(.maker): "failure"
    case .failed(.cancelled): "cancelled"
    case .failed(.outOfFuel): "out of fuel"
    case .failed(.teardown), .failed(.timedOut), .failed(.other): "other"
    }
  }
}

extension LifeStep {
  /// The name of the step in statistics.
  fileprivate var title: String { "\("\(self)".prefix { $0 != "(" })" }

  /// Whether all events are sequential: after a cancellation, the abandoned creation and the caller
  /// run concurrently.
  fileprivate var isOrdered: Bool {
    switch self {
    case .interrupt, .cancelActivation: false
    default: true
    }
  }
}

extension LifeProgram {
  /// The steps.
  package var parts: [LifeStep] {
    get { steps }
    set { steps = newValue }
  }

  /// Programs with a smaller container or a simpler declaration.
  package var simplified: [LifeProgram] {
    var all: [LifeProgram] = []
    func add(_ change: (inout LifeProgram) -> Void) {
      var program = self
      change(&program)
      if program != self { all.append(program) }
    }
    for (number, container) in containers.enumerated() {
      for position in container.declarations.indices {
        add { $0.containers[number].declarations.remove(at: position) }
      }
      for position in container.decorations.indices {
        add { $0.containers[number].decorations.remove(at: position) }
      }
    }
    for (number, declaration) in declarations.enumerated() {
      for position in declaration.needs.indices {
        add { $0.declarations[number].needs.remove(at: position) }
      }
      add { $0.declarations[number].isAsynchronous = false }
      add { $0.declarations[number].isEager = false }
      add { $0.declarations[number].isBeing = false }
      add { $0.declarations[number].teardown = .nothing }
      add { $0.declarations[number].lifetime = nil }
    }
    for (number, decoration) in decorations.enumerated() {
      for position in decoration.needs.indices {
        add { $0.decorations[number].needs.remove(at: position) }
      }
      add { $0.decorations[number].isAsynchronous = false }
    }
    return all
  }

  /// The program itself: unused declarations cost nothing.
  package var tidied: LifeProgram { self }

  /// The program as Swift source that can be pasted into a regression test.
  package var source: String {
    var lines = ["LifeProgram(", "  declarations: ["]
    for (position, one) in declarations.enumerated() {
      lines.append(
        "    /* \(position) */ LifeDeclaration(.\(one.key), .\(one.scope), isBeing: \(one.isBeing),"
          + " isAsynchronous: \(one.isAsynchronous), isEager: \(one.isEager),"
          + " teardown: .\(one.teardown), lifetime: \(one.lifetime.map { "\($0)" } ?? "nil"),"
          + " needs: [\(Self.source(of: one.needs))]),")
    }
    lines += ["  ],", "  decorations: ["]
    for (position, one) in decorations.enumerated() {
      lines.append(
        "    /* \(position) */ LifeDecoration(.\(one.key), isAsynchronous: \(one.isAsynchronous),"
          + " needs: [\(Self.source(of: one.needs))]),")
    }
    lines += ["  ],", "  containers: ["]
    lines += containers.map {
      "    LifeContainer(\($0.declarations), decorations: \($0.decorations)),"
    }
    lines += ["  ],", "  steps: ["]
    lines += steps.map { "    .\("\($0)".replacing("\(Self.module).", with: ""))," }
    lines += ["  ])"]
    return lines.joined(separator: "\n")
  }

  /// The prefix of the module's names in debug descriptions.
  fileprivate static var module: String { "StitcherModel" }

  /// Returns the needs as source.
  private static func source(of needs: [LifeNeed]) -> String {
    needs.map {
      "LifeNeed(LifeAsk(.\($0.ask.key), .\($0.ask.shape), awaited: \($0.ask.isAwaited)),"
        + " keeps: \($0.keeps), recovers: \($0.recovers))"
    }.joined(separator: ", ")
  }
}

import Dispatch
import StitcherEngine
import StitcherTestSupport

extension GraphProgram: Checkable {
  /// The name of this kind of program in statistics.
  package static var title: String { "Graphs" }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  package static var option: String { "graphs" }

  /// Runs the program in Stitcher and in the model.
  package func run() -> Run { run(patience: .seconds(20)) }

  /// Runs the program once more after a failure, with a short time limit for missing events.
  package func runAgain() -> Run { run(patience: .milliseconds(200)) }

  /// Runs the program in the model and in the library with a deliberate error.
  package func run(with fault: GraphFault) -> Run {
    run(patience: .milliseconds(20), fault: fault)
  }

  /// Runs the program in Stitcher and in the model.
  ///
  /// - Parameter patience: The time limit for objects that other threads may hold.
  private func run(patience: Duration, fault: GraphFault? = nil) -> Run {
    UpdateScheduler.$current.withValue(.skippingShortDelays()) {
      compare(patience: patience, fault: fault)
    }
  }

  private func compare(patience: Duration, fault: GraphFault?) -> Run {
    var run = Run()
    var model = GraphModel(self)
    let world = GraphWorld(self, patience: patience, fault: fault)
    for (position, step) in steps.enumerated() {
      var next = model
      guard let expected = try? next.perform(step) else {
        run.skipped += 1
        continue
      }
      model = next
      run.count("step: \(step.title)")
      run.compare(world.perform(step, expecting: expected, model), with: expected, at: position)
      if run.discrepancy != nil { break }
    }
    if run.discrepancy == nil || fault == nil {
      let living = model.instances.keys.sorted()
      run.finish(leaks: [], died: world.end(expecting: living), living: living)
    }
    return run
  }
}

extension UpdateScheduler {
  /// Returns a scheduler that waits before repetitions only.
  ///
  /// An update may then run before the change of state that it was scheduled for. The repetition
  /// reads the state again, and ``settled(_:)`` waits for it.
  fileprivate static func skippingShortDelays() -> UpdateScheduler {
    let skipped = Box<UInt64>(0)
    let now: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds + skipped.value }
    return UpdateScheduler(now: now) { due in
      let delay = due - min(now(), due)
      if delay <= 16_000_000 {
        skipped.change { $0 += delay }
      } else {
        try? await Task.sleep(nanoseconds: delay)
      }
    }
  }
}

extension Run {
  /// Compares a step of a graph program and counts its events.
  fileprivate mutating func compare(
    _ actual: GraphObservation, with expected: GraphObservation, at position: Int
  ) {
    steps += 1
    for event in expected.events {
      switch event {
      case .answered(let outcome): count("asked: \(outcome.title)")
      case .made: count("instances")
      case .saw(let seen): count("saw: \(seen.isEmpty ? "none" : "some")")
      case .began, .got: break
      }
    }
    if actual == expected { return }
    discrepancy = Discrepancy(
      position: position,
      differences: [
        "events \(actual.events), not \(expected.events)",
        "instances \(actual.died) went, not \(expected.died)",
      ])
  }
}

extension GraphOutcome {
  /// The name of the outcome in statistics.
  fileprivate var title: String {
    switch self {
    case .found(let serials): serials.isEmpty ? "none" : serials.count == 1 ? "one" : "several"
    case .nothing: "nil"
    case .failed(.missing): "missing"
    case .failed(.multiple): "multiple"
    case .failed(.cycle): "cycle"
    case .failed(.captive): "captive"
    case .failed(.ended): "ended"
    case .failed(.outOfFuel): "out of fuel"
    case .failed(.other): "other"
    }
  }
}

extension GraphStep {
  /// The name of the step in statistics.
  fileprivate var title: String { "\("\(self)".prefix { $0 != "(" })" }
}

extension GraphProgram {
  /// The steps.
  package var parts: [GraphStep] {
    get { steps }
    set { steps = newValue }
  }

  /// Programs with a smaller container or a simpler declaration.
  package var simplified: [GraphProgram] {
    var all: [GraphProgram] = []
    for (number, container) in containers.enumerated() {
      for position in container.indices {
        var program = self
        program.containers[number].remove(at: position)
        all.append(program)
      }
    }
    for (number, state) in states.enumerated() where state != nil {
      var program = self
      program.states[number] = nil
      all.append(program)
    }
    for (number, declaration) in declarations.enumerated() {
      for position in declaration.needs.indices {
        var program = self
        program.declarations[number].needs.remove(at: position)
        all.append(program)
      }
      if declaration.late != nil {
        var program = self
        program.declarations[number].late = nil
        all.append(program)
      }
    }
    return all
  }

  /// The program itself: unused declarations cost nothing.
  package var tidied: GraphProgram { self }

  /// The program as Swift source that can be pasted into a regression test.
  package var source: String {
    var lines = ["GraphProgram(", "  declarations: ["]
    for (position, one) in declarations.enumerated() {
      let needs = one.needs.map {
        "NodeNeed(NodeAsk(.\($0.ask.key), .\($0.ask.shape)), keeps: \($0.keeps), recovers: \($0.recovers))"
      }
      let late = one.late.map { ".\($0)" } ?? "nil"
      lines.append(
        "    /* \(position) */ NodeDeclaration(.\(one.key), .\(one.scope), needs: ["
          + needs.joined(separator: ", ") + "], late: \(late)),")
    }
    let states = states.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: ", ")
    lines += ["  ],", "  containers: \(containers),", "  states: [\(states)],", "  steps: ["]
    lines += steps.map { "    .\($0)," }
    lines += ["  ])"]
    return lines.joined(separator: "\n")
  }
}

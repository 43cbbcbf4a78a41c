/// Where a world did something else than the model.
package struct Discrepancy: Sendable, CustomStringConvertible {
  /// The position of the step; nil for what was left at the end.
  package let position: Int?
  /// What differs, one thing a line.
  package let differences: [String]

  /// Creates a discrepancy.
  package init(position: Int?, differences: [String]) {
    self.position = position
    self.differences = differences
  }

  /// Where and what.
  package var description: String {
    let place = position.map { "step \($0)" } ?? "the end"
    return "At \(place):\n" + differences.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// What a run of a program has come to.
package struct Run: Sendable {
  /// The number of steps that were compared.
  package var steps = 0
  /// The number of steps that were left out, since nothing is promised.
  package var skipped = 0
  /// The number of events that were compared, by what they are.
  package var events: [String: Int] = [:]
  /// Where the world differed, if it did.
  package var discrepancy: Discrepancy?
}

extension Run {
  /// Counts what a step was about, for figures: what was asked for and how, and the scopes of
  /// what was made.
  mutating func describe(_ step: Step?, _ expected: Observation, of declarations: [Declaration]) {
    if case .ask(let ask, _) = step {
      count("shape: \(ask.shape)")
      count("key: \(ask.key.title)")
      if ask.parameters != .none { count("with arguments") }
      if case .answered(.found(let serials))? = expected.events.last, expected.events.count == 1,
        !serials.isEmpty
      {
        count("found alive")
      }
    }
    for case .made(let number, _, _) in expected.events {
      count("made: \(declarations[number].lifespan.title)")
    }
  }

  /// Counts something.
  mutating func count(_ title: String) { events[title, default: 0] += 1 }

  /// Notes a step.
  mutating func compare(_ actual: Observation, with expected: Observation, at position: Int) {
    steps += 1
    for event in expected.events { count(event.title) }
    if actual != expected {
      discrepancy = Discrepancy(
        position: position, differences: actual.differences(from: expected))
    }
  }

  /// Notes what was left, and what went, at the end.
  mutating func finish(leaks: [String], died: [Int], living: [Int]) {
    if discrepancy != nil { return }
    var differences = leaks
    if died != living { differences.append("instances \(died) went, not \(living)") }
    if !differences.isEmpty { discrepancy = Discrepancy(position: nil, differences: differences) }
  }
}

extension Program {
  /// Runs the program in the engine and in the model.
  package func run() -> Run {
    var run = Run()
    var model = Model(declarations)
    let world = EngineWorld(declarations)
    for (position, step) in steps.enumerated() {
      var next = model
      guard let expected = try? next.perform(step) else {
        run.skipped += 1
        continue
      }
      model = next
      run.describe(step, expected, of: declarations)
      run.compare(world.perform(step), with: expected, at: position)
      if run.discrepancy != nil { break }
    }
    let leaks = world.end()
    run.finish(leaks: leaks, died: world.takeDied(), living: model.instances.keys.sorted())
    return run
  }
}

extension Observation {
  /// Returns how the observation differs from the expected one.
  func differences(from expected: Observation) -> [String] {
    var lines: [String] = []
    for position in 0..<max(events.count, expected.events.count) {
      let own = events.indices.contains(position) ? "\(events[position])" : "nothing"
      let other =
        expected.events.indices.contains(position) ? "\(expected.events[position])" : "nothing"
      if own != other {
        lines.append("event \(position) was \(own), not \(other)")
        break
      }
    }
    if died != expected.died { lines.append("instances \(died) went, not \(expected.died)") }
    if registrations != expected.registrations {
      lines.append("objects \(registrations) are active, not \(expected.registrations)")
    }
    if subscribers != expected.subscribers {
      lines.append("subscriptions \(subscribers), not \(expected.subscribers)")
    }
    return lines
  }
}

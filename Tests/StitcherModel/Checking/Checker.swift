/// A difference between the behavior of the library and that of the model.
package struct Discrepancy: Sendable, CustomStringConvertible {
  /// The position of the step, or `nil` for a difference at the end of the program.
  package let position: Int?
  /// Descriptions of the differences, one a line.
  package let differences: [String]

  /// Creates a discrepancy.
  package init(position: Int?, differences: [String]) {
    self.position = position
    self.differences = differences
  }

  /// The position and the differences as text.
  package var description: String {
    let place = position.map { "step \($0)" } ?? "the end"
    return "At \(place):\n" + differences.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// The result of running a program.
package struct Run: Sendable {
  /// The number of compared steps.
  package var steps = 0
  /// The number of steps with unspecified behavior, which were not compared.
  package var skipped = 0
  /// The number of compared events, by their titles.
  package var events: [String: Int] = [:]
  /// The first difference, or `nil` if the program passed.
  package var discrepancy: Discrepancy?
}

extension Run {
  /// Counts properties of a step for statistics: the kinds of its request, and the scopes of new
  /// instances.
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

  /// Counts one event with a title.
  mutating func count(_ title: String) { events[title, default: 0] += 1 }

  /// Compares a step and counts its events.
  mutating func compare(_ actual: Observation, with expected: Observation, at position: Int) {
    steps += 1
    for event in expected.events { count(event.title) }
    if actual != expected {
      discrepancy = Discrepancy(
        position: position, differences: actual.differences(from: expected))
    }
  }

  /// Compares the living instances at the end, and those that ended there.
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
  /// Returns descriptions of the differences from the expected observation.
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

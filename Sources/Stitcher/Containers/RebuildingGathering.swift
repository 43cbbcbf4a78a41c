/// What comes due one by one, although for one reason, and is to be done together.
///
/// Whoever comes waits for a moment: for the change to land, and for others. What comes meanwhile
/// prolongs that, but not for long.
package struct RebuildingGathering<Member> {
  /// What the task that gathers does next.
  package enum Next {
    /// It waits.
    case wait(until: ContinuousClock.Instant)
    /// It has members begin, in the order in which they came; more are left where it goes on.
    case begin([Member], isMoreLeft: Bool)
  }

  /// Who waits, in the order in which they came, and since when.
  private var waiting: [(member: Member, since: ContinuousClock.Instant)] = []

  /// How long everybody waits.
  private static var moment: Duration { .milliseconds(1) }

  /// How long others are waited for.
  private static var patience: Duration { .milliseconds(20) }

  /// Gathers nothing yet.
  package init() {}

  /// Adds a member; returns whether it is the first, so that a task has to be started.
  package mutating func add(_ member: Member, at now: ContinuousClock.Instant) -> Bool {
    waiting.append((member, now))
    return waiting.count == 1
  }

  /// Returns what the task does next.
  package mutating func next(at now: ContinuousClock.Instant) -> Next {
    guard let first = waiting.first?.since, let last = waiting.last?.since else {
      return .begin([], isMoreLeft: false)
    }
    let end = min(last + Self.moment, first + Self.patience)
    if now < end { return .wait(until: end) }
    // Who has just come has to wait for the change to land.
    let due = waiting.prefix { $0.since + Self.moment <= now }
    waiting.removeFirst(due.count)
    return .begin(due.map(\.member), isMoreLeft: !waiting.isEmpty)
  }
}

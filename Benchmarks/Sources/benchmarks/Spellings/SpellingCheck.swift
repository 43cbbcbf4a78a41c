/// Compares what the spellings of a family cost.
///
/// The spellings of a family take turns. What costs too much does so twice: in the fewest
/// nanoseconds of each spelling, to which other work on the machine can only add, and in the median
/// of the rounds, in each of which all spellings meet about the same conditions. It is measured
/// again before it counts.
struct SpellingCheck {
  /// How many times its best sibling a spelling may cost.
  static let limit = 1.5

  /// How long a spelling's turn takes at least.
  private static let turn = Duration.microseconds(300)

  /// How many times what comes before its loop a turn takes at least, so that it does not count.
  private static let preparations = 50.0

  /// How many turns each spelling has before the family is looked at.
  private static let turns = 20

  /// How often a family is measured in all where a spelling seems to cost too much.
  private static let attempts = 6

  /// What a spelling was found to cost.
  struct Finding {
    /// The id of its row.
    let id: String

    /// The nanoseconds of one operation.
    let nanoseconds: Double

    /// How many times its best sibling that is.
    let ratio: Double

    /// Whether that is too much, whatever the exceptions say.
    var isExceeding: Bool { ratio > SpellingCheck.limit }

    /// Why it may cost that much, if it may.
    var reason: String? { SpellingCheck.exceptions[id] }

    /// Whether it fails the check.
    var isFailing: Bool { isExceeding && reason == nil }

    /// The line of a report.
    var text: String {
      "\(id): \(nanoseconds.short) ns, \(ratio.rounded(to: 2)) × its best sibling"
    }
  }

  /// The family.
  private let family: Family

  /// How many operations fill the turn of each spelling.
  private let iterations: [Int]

  /// The nanoseconds of each spelling in each round so far.
  private var rounds: [[Double]] = []

  /// Prepares to compare the spellings of a family.
  private init(_ family: Family) {
    self.family = family
    iterations = family.spellings.map { spelling in
      spelling.operation(1)
      let preparation = Self.fewestSeconds(spelling.operation, 0)
      let length = max(Self.turn / .seconds(1), preparation * Self.preparations)
      var iterations = 16
      while Self.fewestSeconds(spelling.operation, iterations) < length { iterations *= 2 }
      return iterations
    }
  }

  /// Returns the seconds of the fastest of a few turns: what woke a thread late does not count.
  private static func fewestSeconds(_ operation: Repeated, _ iterations: Int) -> Double {
    (0..<4).map { _ in seconds { operation(iterations) } }.min() ?? 0
  }

  /// Returns what each spelling of a family costs, the cheapest one first.
  static func findings(in family: Family) -> [Finding] {
    var check = SpellingCheck(family)
    for _ in 0..<attempts {
      for _ in 0..<turns { check.measure() }
      if !check.findings.contains(where: \.isFailing) { break }
    }
    return check.findings
  }

  /// Gives each spelling a turn.
  private mutating func measure() {
    rounds.append(
      zip(family.spellings, iterations).map { spelling, count in
        seconds { spelling.operation(count) } * 1e9 / Double(count)
      })
  }

  /// What was found so far, the cheapest one first.
  private var findings: [Finding] {
    let fewest = family.spellings.indices.map { index in rounds.map { $0[index] }.min() ?? 0 }
    guard let best = fewest.indices.min(by: { fewest[$0] < fewest[$1] }) else { return [] }
    return family.spellings.indices.map { index in
      let usual = rounds.map { $0[index] / $0[best] }.median
      let ratio = min(usual, fewest[index] / fewest[best])
      return Finding(id: family.spellings[index].id, nanoseconds: fewest[index], ratio: ratio)
    }
    .sorted { $0.nanoseconds < $1.nanoseconds }
  }
}

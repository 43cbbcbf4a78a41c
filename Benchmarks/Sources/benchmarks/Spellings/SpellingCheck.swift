/// Compares what the spellings of a family cost.
///
/// The spellings of a family take turns, and the fewest nanoseconds of each one count: other work
/// on the machine can only add to them. What seems to cost too much is measured again before it
/// counts.
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

  /// The fewest nanoseconds of each spelling so far.
  private var nanoseconds: [Double]

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
    nanoseconds = family.spellings.map { _ in .infinity }
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
    for (index, spelling) in family.spellings.enumerated() {
      let count = iterations[index]
      let elapsed = seconds { spelling.operation(count) } * 1e9 / Double(count)
      nanoseconds[index] = min(nanoseconds[index], elapsed)
    }
  }

  /// What was found so far, the cheapest one first.
  private var findings: [Finding] {
    let best = nanoseconds.min() ?? 1
    return zip(family.spellings, nanoseconds).map { spelling, nanoseconds in
      Finding(id: spelling.id, nanoseconds: nanoseconds, ratio: nanoseconds / best)
    }
    .sorted { $0.ratio < $1.ratio }
  }
}

/// A comparison of the costs of a family's spellings.
///
/// The spellings take turns. A spelling costs too much if two figures say so. One is the minimum of
/// its times, to which other work on the machine can only add. The other one is the median over the
/// rounds, in which all spellings run under similar conditions. It is measured again before it is
/// reported.
struct SpellingCheck {
  /// The maximum ratio of a spelling's cost to that of its cheapest sibling.
  static let limit = 1.5

  /// The minimum length of a spelling's turn.
  private static let turn = Duration.microseconds(300)

  /// The minimum ratio of a turn to the work before its loop, so that this work is negligible.
  private static let preparations = 50.0

  /// The number of turns of each spelling before the first evaluation.
  private static let turns = 20

  /// The maximum number of measurements of a family, if a spelling seems to cost too much.
  private static let attempts = 6

  /// The measured cost of a spelling.
  struct Finding {
    /// The id of its row.
    let id: String

    /// The nanoseconds of one operation.
    let nanoseconds: Double

    /// The ratio to the cheapest sibling.
    let ratio: Double

    /// Whether the cost exceeds the limit, without regard to exceptions.
    var isExceeding: Bool { ratio > SpellingCheck.limit }

    /// The reason of an exception for this spelling, or `nil`.
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

  /// The number of iterations in a turn, by spelling.
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

  /// Returns the seconds of the fastest of a few turns, without the effect of interruptions.
  private static func fewestSeconds(_ operation: Repeated, _ iterations: Int) -> Double {
    (0..<4).map { _ in seconds { operation(iterations) } }.min() ?? 0
  }

  /// Returns the costs of a family's spellings, the cheapest one first.
  static func findings(in family: Family) -> [Finding] {
    var check = SpellingCheck(family)
    for _ in 0..<attempts {
      for _ in 0..<turns { check.measure() }
      if !check.findings.contains(where: \.isFailing) { break }
    }
    return check.findings
  }

  /// Measures one turn of each spelling.
  private mutating func measure() {
    rounds.append(
      zip(family.spellings, iterations).map { spelling, count in
        seconds { spelling.operation(count) } * 1e9 / Double(count)
      })
  }

  /// The costs so far, the cheapest one first.
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

/// An operation, repeated: a loop in its own body, so that the loop costs nothing but itself.
typealias Repeated = @Sendable (_ iterations: Int) -> Void

/// How often is measured, and for how long.
enum Rounds {
  /// The number of rounds of which the median counts.
  static let count = 9

  /// How long a round takes, about.
  static let length = Duration.milliseconds(20)

  /// Returns the median of what a closure returns in each round.
  static func median(_ measure: () -> Double) -> Double {
    var values: [Double] = []
    for _ in 0..<count { values.append(measure()) }
    return values.median
  }

  /// Returns the nanoseconds of one operation: the median over the rounds.
  static func nanoseconds(_ operation: Repeated) -> Double {
    // The first call makes what the benchmarks share.
    operation(1)
    let iterations = iterations(for: operation)
    return median { seconds { operation(iterations) } * 1e9 / Double(iterations) }
  }

  /// Returns how many times as long as another operation one takes, and its nanoseconds: medians
  /// over rounds in each of which both are measured, so that both meet about the same conditions.
  static func comparison(
    _ operation: Repeated, with reference: Repeated
  ) -> (nanoseconds: Double, ratio: Double) {
    operation(1)
    reference(1)
    let iterations = iterations(for: operation)
    let others = Self.iterations(for: reference)
    var times: [Double] = []
    var ratios: [Double] = []
    for _ in 0..<2 * count {
      let time = seconds { operation(iterations) } * 1e9 / Double(iterations)
      times.append(time)
      ratios.append(time / (seconds { reference(others) } * 1e9 / Double(others)))
    }
    return (times.median, ratios.median)
  }

  /// Returns how many operations fill a round; warms the operation up, too.
  static func iterations(for operation: Repeated) -> Int {
    var iterations = 1
    while true {
      let elapsed = seconds { operation(iterations) }
      let wanted = length / .seconds(1)
      if elapsed > wanted / 8 { return max(1, Int(Double(iterations) * wanted / elapsed)) }
      iterations *= 2
    }
  }
}

/// Returns the seconds that a closure takes.
func seconds(_ body: () -> Void) -> Double {
  ContinuousClock().measure(body) / .seconds(1)
}

extension [Double] {
  /// The middle one of the values; of an even number, the lower one.
  var median: Double { sorted()[(count - 1) / 2] }
}

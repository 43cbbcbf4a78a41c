/// A repeated operation: its body contains the loop, so that only the loop itself is added to its
/// cost.
typealias Repeated = @Sendable (_ iterations: Int) -> Void

/// The number and the length of rounds.
enum Rounds {
  /// The number of rounds, of which the median is used.
  static let count = 9

  /// The approximate length of a round.
  static let length = Duration.milliseconds(20)

  /// Returns the median of a closure's results in the rounds.
  static func median(_ measure: () -> Double) -> Double {
    var values: [Double] = []
    for _ in 0..<count { values.append(measure()) }
    return values.median
  }

  /// Returns the nanoseconds of one operation: the median over the rounds.
  static func nanoseconds(_ operation: Repeated) -> Double {
    // The first call initializes the shared objects of the benchmarks.
    operation(1)
    let iterations = iterations(for: operation)
    return median { seconds { operation(iterations) } * 1e9 / Double(iterations) }
  }

  /// Returns the ratio of the times of two operations, and the nanoseconds of the first one.
  ///
  /// Both are medians over rounds that measure both operations, so that they run under similar
  /// conditions.
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

  /// Returns the number of iterations that fill a round; also warms the operation up.
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
  /// The median of the values; of an even number, the lower one in the middle.
  var median: Double { sorted()[(count - 1) / 2] }
}

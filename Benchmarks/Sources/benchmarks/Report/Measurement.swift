/// One figure of a run.
struct Measurement: Sendable {
  /// The id of the figure.
  let id: String

  /// The value.
  let value: Double

  /// The unit of the value.
  let unit: String

  /// The number of allocations of an operation, or `nil` if they cannot be counted.
  var allocations: Double?

  /// The ratio to the target's reference, or `nil` unless both were measured in the same rounds.
  var ratio: Double?
}

/// The figures of a run, in the order in which they were measured.
struct Results: Sendable {
  /// Whether only allocations are counted.
  var isCounting = false

  /// The figures.
  private(set) var measurements: [Measurement] = []

  /// Creates results without figures.
  init() {}

  /// Creates the medians of several runs, with the rows of the first one.
  init(mediansOf runs: [Results]) {
    for row in runs.first?.measurements ?? [] {
      add(row.id, runs.compactMap { $0[row.id] }.median, row.unit)
    }
  }

  /// Adds a figure.
  mutating func add(
    _ id: String, _ value: Double, _ unit: String, allocations: Double? = nil, ratio: Double? = nil
  ) {
    measurements.append(
      Measurement(id: id, value: value, unit: unit, allocations: allocations, ratio: ratio))
  }

  /// Measures the nanoseconds and the allocations of an operation.
  mutating func measure(_ id: String, _ operation: Repeated) {
    if isCounting { return add(id, 0, "", allocations: Allocations.perOperation(operation)) }
    let allocations = Allocations.perOperation(operation)
    if let reference = Target.all[id]?.reference.flatMap({ Benchmark.references[$0] }) {
      let (nanoseconds, ratio) = Rounds.comparison(operation, with: reference)
      return add(id, nanoseconds, "ns", allocations: allocations, ratio: ratio)
    }
    add(id, Rounds.nanoseconds(operation), "ns", allocations: allocations)
  }

  /// Returns a figure.
  subscript(id: String) -> Double? { measurements.first { $0.id == id }?.value }
}

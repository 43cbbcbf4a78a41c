package import OrdersService

/// What became of requests.
package struct Outcomes: Sendable {
  /// How many were answered.
  package var succeeded = 0

  /// How many failed.
  package var failed = 0

  /// How many were cancelled.
  package var cancelled = 0

  /// What should not have become of a request; the first few.
  package var surprises: [String] = []

  /// The orders that were answered with a receipt, by tenant.
  package var receipts: [String: Receipts] = [:]

  /// How long each request took.
  package var latencies: [Duration] = []

  /// Orders that were answered.
  package struct Receipts: Equatable, Sendable {
    /// How many.
    var orders = 0

    /// What they come to, in cents.
    var cents = 0

    /// How many pieces.
    var pieces = 0
  }

  /// Creates what has become of no request.
  package init() {}

  /// Adds the result of a request.
  package mutating func add(
    _ result: Result<Response, any Error>, of plan: Plan, after time: Duration
  ) {
    latencies.append(time)
    switch result {
    case .success: succeeded += 1
    case .failure(let error): if error is CancellationError { cancelled += 1 } else { failed += 1 }
    }
    if !plan.expects(result), surprises.count < 10 {
      surprises.append("request \(plan.request.id): \(result), expected \(plan.expected)")
    }
    if case .success(.receipt(let total)) = result, case .place(let lines, _) = plan.request.action
    {
      receipts[plan.request.tenant, default: Receipts()].orders += 1
      receipts[plan.request.tenant]?.cents += total.cents
      receipts[plan.request.tenant]?.pieces += lines.reduce(0) { $0 + $1.count }
    }
  }

  /// Adds what became of other requests.
  mutating func add(_ others: Outcomes) {
    succeeded += others.succeeded
    failed += others.failed
    cancelled += others.cancelled
    surprises += others.surprises
    latencies += others.latencies
    for (tenant, more) in others.receipts {
      receipts[tenant, default: Receipts()].orders += more.orders
      receipts[tenant]?.cents += more.cents
      receipts[tenant]?.pieces += more.pieces
    }
  }
}

extension Plan {
  /// Whether a result is what was planned.
  func expects(_ result: Result<Response, any Error>) -> Bool {
    switch (expected, result) {
    case (.success(let planned), .success(let response)): planned == response
    case (.failure(let planned), .failure(let error)): "\(planned)" == "\(error)"
    case (.cancellation, .failure(let error)): error is CancellationError
    case (.either(let planned), .success(let response)): planned == response
    case (.either, .failure(let error)): error is CancellationError
    default: false
    }
  }
}

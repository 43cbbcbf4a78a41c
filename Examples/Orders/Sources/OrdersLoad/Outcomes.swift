package import OrdersService

/// The outcomes of requests.
package struct Outcomes: Sendable {
  /// The number of answered requests.
  package var succeeded = 0

  /// The number of failed requests.
  package var failed = 0

  /// The number of cancelled requests.
  package var cancelled = 0

  /// The first few unexpected outcomes.
  package var surprises: [String] = []

  /// The orders that were answered with a receipt, by tenant.
  package var receipts: [String: Receipts] = [:]

  /// The duration of each request.
  package var latencies: [Duration] = []

  /// A sum of answered orders.
  package struct Receipts: Equatable, Sendable {
    /// The number of orders.
    var orders = 0

    /// The total of the orders, in cents.
    var cents = 0

    /// The number of pieces.
    var pieces = 0
  }

  /// Creates the outcomes of no requests.
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

  /// Adds other outcomes.
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
  /// Whether a result matches the plan.
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

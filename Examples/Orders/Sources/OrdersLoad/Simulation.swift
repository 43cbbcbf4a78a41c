internal import OrdersService
public import Stitcher

extension Card {
  /// A card that is charged.
  static let good = Card("4000")

  /// A card that is declined.
  static let declined = Card("4001")

  /// The card of a client that disconnects during the charge.
  static let hangsUp = Card("4002")
}

/// A payment gateway without real charges. The card determines the result.
struct SimulatedPayments: PaymentGateway {
  func charge(_ amount: Money, to card: Card) async throws {
    // Other tasks run in the meantime.
    for _ in 0..<4 { await Task.yield() }
    if card == .declined { throw OrderError.declined }
    // A server cancels the task of a request with a closed connection.
    if card == .hangsUp { withUnsafeCurrentTask { $0?.cancel() } }
    try Task.checkCancellation()
  }
}

/// Counts the logs of requests, and discards them.
final class CountingSink: LogSink {
  /// The number of logs, and of logs with lines of several requests.
  private let state = Guarded((logs: 0, mixed: 0))

  /// The number of logs.
  var logs: Int { state.withLock { $0.logs } }

  /// The number of logs with lines of several requests.
  var mixed: Int { state.withLock { $0.mixed } }

  func write(_ lines: [String]) {
    let requests = Set(lines.map { $0.prefix { $0 != ":" } })
    state.withLock { state in
      state.logs += 1
      if requests.count != 1 { state.mixed += 1 }
    }
  }
}

extension DependencyContainer {
  /// Returns the simulated environment of the service.
  public static func simulation() -> DependencyContainer {
    DependencyContainer {
      Dependency { SimulatedPayments() }
        .conforms(to: (any PaymentGateway).self)
      Dependency { CountingSink() }
        .scope(.singleton)
        .conforms(to: (any LogSink).self)
    }
  }
}

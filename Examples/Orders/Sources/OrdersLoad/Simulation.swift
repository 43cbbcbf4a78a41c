internal import OrdersService
public import Stitcher

extension Card {
  /// A card that is charged.
  static let good = Card("4000")

  /// A card that is declined.
  static let declined = Card("4001")

  /// The card of a client that goes away while it is charged.
  static let hangsUp = Card("4002")
}

/// Charges nobody; what becomes of a charge depends on the card.
struct SimulatedPayments: PaymentGateway {
  func charge(_ amount: Money, to card: Card) async throws {
    // The others go on meanwhile.
    for _ in 0..<4 { await Task.yield() }
    if card == .declined { throw OrderError.declined }
    // A server cancels the task of a request whose connection is closed.
    if card == .hangsUp { withUnsafeCurrentTask { $0?.cancel() } }
    try Task.checkCancellation()
  }
}

/// Counts the logs of requests, and throws them away.
final class CountingSink: LogSink {
  /// How many logs there were, and how many with lines of more than one request.
  private let state = Guarded((logs: 0, mixed: 0))

  /// How many requests have written one.
  var logs: Int { state.withLock { $0.logs } }

  /// How many of these have lines of more than one request.
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
  /// Returns what stands for the world around the service.
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

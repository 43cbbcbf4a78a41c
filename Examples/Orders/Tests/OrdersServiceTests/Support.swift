import OrdersService
import Stitcher
import StitcherTesting
import Testing

/// Records the logs of requests.
final class RecordingSink: LogSink {
  private let state = Guarded<[[String]]>([])

  /// The logs, in the order in which the requests ended.
  var logs: [[String]] { state.withLock { $0 } }

  func write(_ lines: [String]) { state.withLock { $0.append(lines) } }
}

/// A gateway that charges every card.
struct OpenHanded: PaymentGateway {
  func charge(_ amount: Money, to card: Card) async throws {}
}

/// A gateway that declines every card.
struct Declining: PaymentGateway {
  func charge(_ amount: Money, to card: Card) async throws { throw OrderError.declined }
}

/// A gateway that reports a pending charge, and performs it after a permission.
final class HeldPayments: PaymentGateway {
  private let arrivals = AsyncStream.makeStream(of: Void.self)
  private let permits = AsyncStream.makeStream(of: Void.self)

  /// Returns when a charge is pending.
  func arrival() async { for await _ in arrivals.stream { return } }

  /// Permits one charge.
  func permit() { permits.continuation.yield() }

  func charge(_ amount: Money, to card: Card) async throws {
    arrivals.continuation.yield()
    // The loop ends at once if the task is cancelled.
    for await _ in permits.stream { break }
    try Task.checkCancellation()
  }
}

/// Returns the service with a gateway that charges every card.
func serviceContainer() -> DependencyContainer {
  DependencyContainer(
    merging: .orders(),
    DependencyContainer {
      Dependency { OpenHanded() }
        .conforms(to: (any PaymentGateway).self)
      Dependency { RecordingSink() }
        .scope(.singleton)
        .conforms(to: (any LogSink).self)
    })
}

extension Request {
  /// An order.
  static func order(
    _ lines: OrderLine..., id: Int = 1, tenant: String = "vienna", token: String = "7"
  ) -> Request {
    let lines = lines.isEmpty ? [OrderLine(2, .bread)] : lines
    return Request(id: id, tenant: tenant, token: token, action: .place(lines, card: Card("1")))
  }
}

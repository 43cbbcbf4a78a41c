/// Places the order of one request.
final class Checkout: Sendable {
  /// The transaction of the request.
  private let work: UnitOfWork

  /// The session of the customer.
  private let session: Session

  /// The pricing of the tenant.
  private let pricing: Pricing

  /// The gateway that charges the card.
  private let payments: any PaymentGateway

  /// The log of the request.
  private let log: RequestLog

  /// Counts the instance.
  private let life: Life

  /// Creates the checkout of a request.
  init(
    work: UnitOfWork, session: Session, pricing: Pricing, payments: any PaymentGateway,
    log: RequestLog, counts: Counts
  ) {
    self.work = work
    self.session = session
    self.pricing = pricing
    self.payments = payments
    self.log = log
    life = Life(counts)
  }

  /// Takes the goods, charges the card, and stores the order. The server commits the transaction.
  func place(_ lines: [OrderLine], with card: Card) async throws -> Money {
    try await work.begin()
    for line in lines {
      try work.write { connection in
        guard try connection.take(line) else { throw OrderError.soldOut(line.item) }
      }
    }
    let total = pricing.total(of: lines)
    try await payments.charge(total, to: card)
    log.write("charged \(total)")
    try work.write { try $0.add(total, for: session.customer) }
    return total
  }
}

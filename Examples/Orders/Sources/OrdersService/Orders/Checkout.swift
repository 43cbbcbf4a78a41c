/// Takes orders: one for each request that places one.
final class Checkout: Sendable {
  /// What is written, all of it or nothing.
  private let work: UnitOfWork

  /// Who orders.
  private let session: Session

  /// What it costs.
  private let pricing: Pricing

  /// Who charges the card.
  private let payments: any PaymentGateway

  /// What the request does.
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

  /// Takes the goods, charges the card, and writes the order down. Whoever answers the request
  /// commits.
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

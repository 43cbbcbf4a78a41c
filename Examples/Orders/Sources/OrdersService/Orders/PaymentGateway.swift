/// Charges cards. The program registers a gateway: see ``DependencyContainer/orders()``.
public protocol PaymentGateway: Sendable {
  /// Charges a card.
  ///
  /// - Throws: `OrderError.declined`, or `CancellationError` if the request was cancelled.
  func charge(_ amount: Money, to card: Card) async throws
}

/// A payment card.
public struct Card: Equatable, Sendable {
  /// The number of the card.
  public let number: String

  /// Creates a card.
  public init(_ number: String) { self.number = number }
}

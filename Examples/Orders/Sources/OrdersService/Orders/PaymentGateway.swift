/// Charges cards. The program declares one: see ``DependencyContainer/orders()``.
public protocol PaymentGateway: Sendable {
  /// Charges a card.
  ///
  /// - Throws: `OrderError.declined`, or `CancellationError` if the request was cancelled.
  func charge(_ amount: Money, to card: Card) async throws
}

/// A card, by its number.
public struct Card: Equatable, Sendable {
  /// The number.
  public let number: String

  /// Creates a card.
  public init(_ number: String) { self.number = number }
}

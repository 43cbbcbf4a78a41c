/// The currency of a tenant's customers.
public enum Currency: String, Sendable {
  /// Euros.
  case euro = "EUR"
  /// Dollars.
  case dollar = "USD"
  /// Swiss francs.
  case franc = "CHF"
}

/// An amount of money in a currency.
public struct Money: Equatable, Sendable, CustomStringConvertible {
  /// The amount in cents.
  public var cents: Int

  /// The currency.
  public var currency: Currency

  /// Creates an amount.
  public init(cents: Int, currency: Currency) {
    self.cents = cents
    self.currency = currency
  }

  /// The amount, such as "EUR 12.05".
  public var description: String {
    let rest = cents % 100
    return "\(currency.rawValue) \(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

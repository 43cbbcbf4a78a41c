/// A rule for the tax of an order.
public protocol TaxRule: Sendable {
  /// Returns the tax in cents.
  func tax(on cents: Int) -> Int
}

/// No tax, the default of tenants.
public struct NoTax: TaxRule {
  /// Creates the rule.
  public init() {}

  /// Returns the tax in cents.
  public func tax(on cents: Int) -> Int { 0 }
}

/// A tax that is a part of the price, rounded down.
public struct SalesTax: TaxRule {
  /// The tax in thousandths of the price.
  public let permille: Int

  /// Creates the rule.
  public init(permille: Int) { self.permille = permille }

  /// Returns the tax in cents.
  public func tax(on cents: Int) -> Int { cents * permille / 1000 }
}

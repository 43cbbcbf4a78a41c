/// Computes the price of an order for a tenant.
public struct Pricing: Sendable {
  /// The price list of the tenant.
  let prices: any PriceList

  /// The tax rule of the tenant.
  let tax: any TaxRule

  /// The currency of the tenant.
  let currency: Currency

  /// Returns the total of some lines, with tax.
  public func total(of lines: [OrderLine]) -> Money {
    let net = lines.reduce(0) { $0 + $1.count * prices.price(of: $1.item) }
    return Money(cents: net + tax.tax(on: net), currency: currency)
  }
}

/// Says what an order costs a tenant's customer.
public struct Pricing: Sendable {
  /// What things cost.
  let prices: any PriceList

  /// What is added.
  let tax: any TaxRule

  /// What it is paid in.
  let currency: Currency

  /// Returns the total of some lines, with tax.
  public func total(of lines: [OrderLine]) -> Money {
    let net = lines.reduce(0) { $0 + $1.count * prices.price(of: $1.item) }
    return Money(cents: net + tax.tax(on: net), currency: currency)
  }
}

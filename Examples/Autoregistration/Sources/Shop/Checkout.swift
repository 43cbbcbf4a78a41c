public import StitcherMacros

/// Sells articles. Its constants are injected where a caller does not pass them.
@Registerable(scope: .singleton)
@InjectedInitializer(access: .public)
public final class Checkout: Sendable {
  private let catalog: any Catalog
  private let payment: any Payment

  /// Buys articles; nil if one of them is not sold.
  public func buy(_ articles: [String]) -> String? {
    let prices = articles.compactMap(catalog.price)
    guard prices.count == articles.count else { return nil }
    return payment.pay(prices.reduce(0, +))
  }
}

public import StitcherMacros

/// Sells articles. A caller may pass the constants; otherwise, they are injected.
@Registerable(scope: .singleton)
@InjectedInitializer(access: .public)
public final class Checkout: Sendable {
  private let catalog: any Catalog
  private let payment: any Payment

  /// Buys articles and returns a confirmation, or `nil` if the shop does not sell one of them.
  public func buy(_ articles: [String]) -> String? {
    let prices = articles.compactMap(catalog.price)
    guard prices.count == articles.count else { return nil }
    return payment.pay(prices.reduce(0, +))
  }
}

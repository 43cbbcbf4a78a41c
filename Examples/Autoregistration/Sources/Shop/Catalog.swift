public import StitcherMacros

/// A list of articles with their prices.
public protocol Catalog: Sendable {
  /// The price of an article in cents, or `nil` if the shop does not sell it.
  func price(of article: String) -> Int?
}

/// A catalog that never changes.
@Registerable(as: .conformances, scope: .singleton)
public struct FixedCatalog: Catalog {
  /// The prices in cents, by article.
  private let prices = ["apple": 80, "bread": 320, "cheese": 750]

  /// The price of an article in cents, or `nil` if the shop does not sell it.
  public func price(of article: String) -> Int? { prices[article] }
}

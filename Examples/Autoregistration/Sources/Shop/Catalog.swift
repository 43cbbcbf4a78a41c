public import StitcherMacros

/// What the shop sells.
public protocol Catalog: Sendable {
  /// The price of an article in cents, if it is sold.
  func price(of article: String) -> Int?
}

/// A catalog that never changes.
@Registerable(as: .conformances, scope: .singleton)
public struct FixedCatalog: Catalog {
  /// The prices in cents.
  private let prices = ["apple": 80, "bread": 320, "cheese": 750]

  /// The price of an article in cents, if it is sold.
  public func price(of article: String) -> Int? { prices[article] }
}

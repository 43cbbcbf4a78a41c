/// A list of prices, in cents and without tax.
public protocol PriceList: Sendable {
  /// Returns the price of one piece.
  func price(of item: Item) -> Int
}

/// The default prices of tenants.
public struct StandardPrices: PriceList {
  /// Creates the list.
  public init() {}

  /// Returns the price of one piece.
  public func price(of item: Item) -> Int {
    switch item {
    case .bread: 320
    case .cake: 1850
    case .wedding: 24_000
    }
  }
}

/// The standard prices with a percentage on top.
public struct RaisedPrices: PriceList {
  /// The percentage.
  public let percent: Int

  /// Creates the list.
  public init(percent: Int) { self.percent = percent }

  /// Returns the price of one piece.
  public func price(of item: Item) -> Int {
    StandardPrices().price(of: item) * (100 + percent) / 100
  }
}

/// What things cost, in cents and without tax.
public protocol PriceList: Sendable {
  /// Returns the price of one piece.
  func price(of item: Item) -> Int
}

/// The prices of a tenant that has none of its own.
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

/// The standard prices, and a percentage on top.
public struct RaisedPrices: PriceList {
  /// How many percent.
  public let percent: Int

  /// Creates the list.
  public init(percent: Int) { self.percent = percent }

  /// Returns the price of one piece.
  public func price(of item: Item) -> Int {
    StandardPrices().price(of: item) * (100 + percent) / 100
  }
}

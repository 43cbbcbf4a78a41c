/// An item that can be ordered.
public enum Item: String, CaseIterable, Sendable {
  /// A loaf of bread.
  case bread
  /// A cake.
  case cake
  /// A wedding cake, which is sold out.
  case wedding
}

/// A number of pieces of an item.
public struct OrderLine: Equatable, Sendable {
  /// The item.
  public var item: Item

  /// The number of pieces.
  public var count: Int

  /// Creates a line.
  public init(_ count: Int, _ item: Item) {
    self.count = count
    self.item = item
  }
}

/// An error of an order.
public enum OrderError: Error, Equatable {
  /// The stock has too few pieces.
  case soldOut(Item)
  /// The bank declined the card.
  case declined
}

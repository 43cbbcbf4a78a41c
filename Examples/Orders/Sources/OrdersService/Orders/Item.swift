/// What can be ordered.
public enum Item: String, CaseIterable, Sendable {
  /// A loaf of bread.
  case bread
  /// A cake.
  case cake
  /// A wedding cake, of which there are none left.
  case wedding
}

/// Some pieces of an item.
public struct OrderLine: Equatable, Sendable {
  /// The item.
  public var item: Item

  /// How many pieces.
  public var count: Int

  /// Creates a line.
  public init(_ count: Int, _ item: Item) {
    self.count = count
    self.item = item
  }
}

/// Why there is no order.
public enum OrderError: Error, Equatable {
  /// There are too few pieces.
  case soldOut(Item)
  /// Whoever gave out the card says no.
  case declined
}

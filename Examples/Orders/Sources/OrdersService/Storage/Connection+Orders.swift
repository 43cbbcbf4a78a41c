/// What a tenant's database holds.
public struct Books: Equatable, Sendable {
  /// How many orders.
  public var orders: Int

  /// What they come to, in cents.
  public var cents: Int

  /// How many pieces were taken.
  public var pieces: Int

  /// How many orders are in another currency than the tenant's.
  public var foreign: Int

  /// Creates books of some orders.
  public init(orders: Int = 0, cents: Int = 0, pieces: Int = 0, foreign: Int = 0) {
    self.orders = orders
    self.cents = cents
    self.pieces = pieces
    self.foreign = foreign
  }
}

extension Connection {
  /// How many pieces there are of what is not sold out.
  private static let stock = 1_000_000_000

  /// Makes the tables, and stocks them.
  func createTables() throws(StorageError) {
    try run("CREATE TABLE stock (item TEXT PRIMARY KEY, count INTEGER NOT NULL)")
    try run(
      """
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, cents INTEGER NOT NULL,
        currency TEXT NOT NULL)
      """)
    for item in Item.allCases {
      let count = item == .wedding ? 0 : Self.stock
      try run("INSERT INTO stock VALUES (?, ?)", .text(item.rawValue), .number(count))
    }
  }

  /// Takes pieces out of the stock; returns whether there were as many.
  func take(_ line: OrderLine) throws(StorageError) -> Bool {
    try run(
      "UPDATE stock SET count = count - ?1 WHERE item = ?2 AND count >= ?1",
      .number(line.count), .text(line.item.rawValue))
    return changes == 1
  }

  /// Adds an order.
  func add(_ total: Money, for customer: Int) throws(StorageError) {
    try run(
      "INSERT INTO orders (customer, cents, currency) VALUES (?, ?, ?)",
      .number(customer), .number(total.cents), .text(total.currency.rawValue))
  }

  /// Adds up what there is.
  func books(in currency: Currency) throws(StorageError) -> Books {
    let orders = try run(
      "SELECT count(*), total(cents), total(currency <> ?) FROM orders", .text(currency.rawValue))
    let left = try run("SELECT sum(count) FROM stock")[0]
    return Books(
      orders: orders[0], cents: orders[1], pieces: 2 * Self.stock - left, foreign: orders[2])
  }
}

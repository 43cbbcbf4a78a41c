/// A summary of a tenant's database.
public struct Books: Equatable, Sendable {
  /// The number of orders.
  public var orders: Int

  /// The total of the orders, in cents.
  public var cents: Int

  /// The number of ordered pieces.
  public var pieces: Int

  /// The number of orders in another currency than the tenant's.
  public var foreign: Int

  /// Creates a summary of orders.
  public init(orders: Int = 0, cents: Int = 0, pieces: Int = 0, foreign: Int = 0) {
    self.orders = orders
    self.cents = cents
    self.pieces = pieces
    self.foreign = foreign
  }
}

extension Connection {
  /// The initial number of pieces of each item that is not sold out.
  private static let stock = 1_000_000_000

  /// Creates the tables with the initial stock.
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

  /// Takes pieces from the stock, and returns whether the stock was sufficient.
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

  /// Returns a summary of the database.
  func books(in currency: Currency) throws(StorageError) -> Books {
    let orders = try run(
      "SELECT count(*), total(cents), total(currency <> ?) FROM orders", .text(currency.rawValue))
    let left = try run("SELECT sum(count) FROM stock")[0]
    return Books(
      orders: orders[0], cents: orders[1], pieces: 2 * Self.stock - left, foreign: orders[2])
  }
}

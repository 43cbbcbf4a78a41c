public import StitcherMacros

/// A receipt for a customer. The injection passes the name, and the graph injects the checkout.
@Registerable
public struct Receipt: Sendable {
  /// The name of the customer.
  public let customer: String

  /// The checkout of the shop.
  private let checkout: Checkout

  /// Creates a receipt.
  @InjectedParameters(ignoring: "customer")
  public init(customer: String, checkout: Checkout) {
    self.customer = customer
    self.checkout = checkout
  }

  /// The text of a receipt for articles.
  public func text(for articles: [String]) -> String {
    "\(customer) \(checkout.buy(articles) ?? "left, since something was missing")."
  }
}

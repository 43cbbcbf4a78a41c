public import StitcherMacros

/// A receipt for a customer: the name is passed at injection, the checkout is injected.
@Registerable
public struct Receipt: Sendable {
  /// Who buys.
  public let customer: String

  /// Where is paid.
  private let checkout: Checkout

  /// Creates a receipt.
  @InjectedParameters(ignoring: "customer")
  public init(customer: String, checkout: Checkout) {
    self.customer = customer
    self.checkout = checkout
  }

  /// The text for some articles.
  public func text(for articles: [String]) -> String {
    "\(customer) \(checkout.buy(articles) ?? "left, since something was missing")."
  }
}

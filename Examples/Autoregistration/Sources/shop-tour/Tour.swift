import Shop
import StitcherMacros

/// A program that buys a few articles.
@main
struct Tour {
  /// Runs the tour.
  static func main() async throws {
    let container = DependencyContainer.shop()
    await DependencyGraph.activate(container)
    let receipt: Receipt = try DependencyGraph.inject(parameters: "Ana")
    print(receipt.text(for: ["apple", "bread"]))
    print(receipt.text(for: ["apple", "gold"]))
    print("A voucher of \(try PrivatePayments.voucherValue()) cents is left.")
  }
}

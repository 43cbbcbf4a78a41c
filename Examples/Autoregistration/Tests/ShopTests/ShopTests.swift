import Shop
import StitcherMacros
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ShopTests {
  @Test func theShopIsComposedFromWhatIsAnnotated() async throws {
    let container = DependencyContainer.shop()
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    let receipt: Receipt = try DependencyGraph.inject(parameters: "Ana")
    #expect(receipt.text(for: ["apple", "bread"]).contains("400 cents"))
  }

  private struct Gold: Catalog {
    func price(of article: String) -> Int? { 1_000_000 }
  }

  private struct Free: Payment {
    func pay(_ amount: Int) -> String { "got for nothing what costs \(amount) cents" }
  }

  @Test func aTestPassesItsOwnDependencies() {
    let checkout = Checkout(catalog: Gold(), payment: Free())
    #expect(checkout.buy(["gold"]) == "got for nothing what costs 1000000 cents")
  }
}

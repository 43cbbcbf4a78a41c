import DependencyInjection
import Testing

/// The former names of the protocols.
@Suite struct DeprecatedTests {
  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func formerNamesOfProtocolsWork() {
    func use(
      _ registering: some DependencyWithArgumentRegistering,
      _ autoregistering: some DependencyWithArgumentAutoregistering,
      _ resolving: some DependencyWithArgumentResolving
    ) -> [String] {
      registering.register { (_, number: Int) in "\(number)" }
      autoregistering.autoregister(argument: Int.self) { (number: Int) in Double(number) }
      return [
        resolving.resolve(argument: 1), "\(resolving.resolve(type: Double.self, argument: 2))",
      ]
    }
    let container = Container()
    #expect(use(container, container, container) == ["1", "2.0"])
  }
}

#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  // Teardown methods in Swift 5 mode.

  /// The names of the closed instances.
  actor Closed {
    var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  /// A class that is not `Sendable`.
  @Registerable(scope: .singleton)
  class Ledger {
    let closed: Closed

    @InjectedParameters
    init(closed: Closed) { self.closed = closed }

    @Teardown
    func close() async { await closed.add("ledger") }
  }

  @Registerable(scope: .singleton)
  @MainActor class Counter {
    let ledger: Ledger

    @InjectedParameters
    init(ledger: Ledger) { self.ledger = ledger }

    @Teardown(within: .seconds(600))
    func close() async throws { await ledger.closed.add("counter") }
  }

  @Suite(.dependencies()) struct TeardownUsageTests {
    @Test func instancesAreClosedInReverseOrder() async throws {
      let graph = DependencyGraph.current.child {
        Dependency { Closed() }.scope(.singleton)
        Ledger.dependencyRegistration
        Counter.dependencyRegistration
      }
      let closed: Closed = try graph.inject()
      try await MainActor.run { _ = try graph.inject() as Counter }
      try await graph.end()
      #expect(await closed.names == ["counter", "ledger"])
    }
  }
#endif

#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  // Teardown methods in a module that is isolated to the main actor by default.

  /// The names of the closed instances.
  actor Closed {
    var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  @Registerable(scope: .singleton) @MainActor final class Counter {
    let closed: Closed
    var isOpen = true

    @InjectedParameters
    init(closed: Closed) { self.closed = closed }

    @Teardown func close() {
      MainActor.preconditionIsolated()
      isOpen = false
    }
  }

  @Registerable(scope: .singleton) nonisolated final class Ledger: Sendable {
    let closed: Closed

    @InjectedParameters
    init(closed: Closed) { self.closed = closed }

    @Teardown func close() async { await closed.add("ledger") }
  }

  @Suite(.dependencies()) struct TeardownUsageTests {
    @Test func instancesAreClosedWhereTheyBelong() async throws {
      let graph = DependencyGraph.current.child { @MainActor in
        Dependency { Closed() }.scope(.singleton)
        Counter.dependencyRegistration
        Ledger.dependencyRegistration
      }
      let counter: Counter = try graph.inject()
      _ = try graph.inject() as Ledger
      try await graph.end()
      #expect(!counter.isOpen)
      #expect(await counter.closed.names == ["ledger"])
    }
  }
#endif

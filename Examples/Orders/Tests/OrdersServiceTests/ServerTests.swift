import OrdersService
import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies { serviceContainer() })
struct ServerTests {
  let server: Server
  let counts: Counts

  init() async throws {
    server = try await Server(tenants: Tenant.all)
    counts = try DependencyGraph.inject()
  }

  /// Expects a number of closed units of work of each kind, and no live instance of a request.
  private func expect(
    committed: Int = 0, rolledBack: Int = 0, location: SourceLocation = #_sourceLocation
  ) async throws {
    try await server.shutDown()
    var expected = Counts.Values(committed: committed, rolledBack: rolledBack)
    expected.mostAlive = counts.values.mostAlive
    #expect(counts.values == expected, sourceLocation: location)
  }

  @Test func anOrderIsWritten() async throws {
    let response = try await server.respond(to: .order(OrderLine(2, .bread), OrderLine(1, .cake)))
    #expect(response == .receipt(Money(cents: 2739, currency: .euro)))
    #expect(
      try await server.books(of: "vienna") == Books(orders: 1, cents: 2739, pieces: 3))
    try await expect(committed: 1)
  }

  @Test(arguments: [("vienna", "EUR 7.04"), ("zurich", "CHF 9.19"), ("boston", "USD 7.36")])
  func aTenantHasItsPricesTaxAndCurrency(tenant: String, total: String) async throws {
    guard case .receipt(let money) = try await server.respond(to: .order(tenant: tenant)) else {
      Issue.record("That is no receipt.")
      return
    }
    #expect("\(money)" == total)
  }

  @Test func aTenantWithoutOverridesHasWhatTheServiceDeclares() async throws {
    let server = try await Server(tenants: [Tenant("rome") {}])
    let response = try await server.respond(to: .order(tenant: "rome"))
    #expect(response == .receipt(Money(cents: 640, currency: .euro)))
  }

  @Test func tenantsHaveDatabasesOfTheirOwn() async throws {
    _ = try await server.respond(to: .order(tenant: "zurich"))
    #expect(try await server.books(of: "zurich").orders == 1)
    #expect(try await server.books(of: "boston").orders == 0)
  }

  @Test func aQuoteOpensNoUnitOfWork() async throws {
    let request = Request(
      id: 1, tenant: "boston", token: "7", action: .quote([OrderLine(1, .cake)]))
    #expect(
      try await server.respond(to: request) == .quote(Money(cents: 2127, currency: .dollar)))
    try await expect()
  }

  @Test func whatIsSoldOutUndoesTheLinesBeforeIt() async throws {
    await #expect(throws: OrderError.soldOut(.wedding)) {
      try await server.respond(to: .order(OrderLine(2, .bread), OrderLine(1, .wedding)))
    }
    #expect(
      try await server.books(of: "vienna") == Books())
    try await expect(rolledBack: 1)
  }

  @Test(.dependencies { Dependency { Declining() }.conforms(to: (any PaymentGateway).self) })
  func aDeclinedCardUndoesTheOrder() async throws {
    await #expect(throws: OrderError.declined) { try await server.respond(to: .order()) }
    #expect(try await server.books(of: "vienna").pieces == 0)
    try await expect(rolledBack: 1)
  }

  @Test func aSessionThatCannotBeMadeClosesTheUnitOfWorkThatWas() async throws {
    await #expect(throws: RequestError.unknownToken("nobody")) {
      try await server.respond(to: .order(token: "nobody"))
    }
    try await expect(rolledBack: 1)
  }

  @Test func thereIsNoGraphForAnUnknownTenant() async throws {
    await #expect(throws: RequestError.unknownTenant("atlantis")) {
      try await server.respond(to: .order(tenant: "atlantis"))
    }
    try await expect()
  }

  @Test func aRequestThatIsCancelledBeforeItBeginsOpensNothing() async throws {
    let request = Task { [server] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await server.respond(to: .order())
    }
    await #expect(throws: CancellationError.self) { try await request.value }
    try await expect()
  }

  @Test func aRequestWritesItsOwnLog() async throws {
    _ = try await server.respond(to: .order(id: 1))
    _ = try? await server.respond(to: .order(OrderLine(1, .wedding), id: 2))
    let sink: any LogSink = try DependencyGraph.inject()
    #expect(
      (sink as? RecordingSink)?.logs == [
        ["vienna 1: charged EUR 7.04", "vienna 1: done"],
        ["vienna 2: soldOut(OrdersService.Item.wedding)"],
      ])
  }

  @Test func aTenantThatDoesNotCloseHoldsUpNoOther() async throws {
    struct Failure: Error {}
    struct Stock {}
    let closed = Guarded(0)
    let tenants = ["linz", "graz"].map { name in
      Tenant(name) {
        Dependency { Stock() }
          .scope(.singleton)
          .eagerness(.eager)
          .teardown { _ in
            closed.withLock { $0 += 1 }
            throw Failure()
          }
      }
    }
    let server = try await Server(tenants: tenants)
    await #expect(throws: TeardownError.self) { try await server.shutDown() }
    #expect(closed.withLock { $0 } == 2)
  }

  @Test func nothingIsFoundAfterTheShutDown() async throws {
    _ = try await server.respond(to: .order())
    try await server.shutDown()
    await #expect(throws: InjectionError.graphEnded("vienna")) {
      try await server.respond(to: .order())
    }
  }
}

import OrdersService
import Stitcher
import StitcherTesting
import Testing

@Suite(
  .dependencies { serviceContainer() },
  .dependencies {
    Dependency { HeldPayments() }
      .scope(.singleton)
      .conforms(to: (any PaymentGateway).self)
  }
)
struct CancellationTests {
  let server: Server
  let counts: Counts
  let payments: HeldPayments

  init() async throws {
    server = try await Server(tenants: Tenant.all)
    counts = try DependencyGraph.inject()
    let gateway: any PaymentGateway = try DependencyGraph.inject()
    payments = try #require(gateway as? HeldPayments)
  }

  @Test func aRequestThatIsCancelledInItsMiddleIsUndone() async throws {
    let request = Task { [server] in try await server.respond(to: .order()) }
    await payments.arrival()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(counts.values.rolledBack == 1)
    #expect(try await server.books(of: "vienna").pieces == 0)
  }

  @Test func aRequestThatIsCancelledLeavesAnotherOneAlone() async throws {
    let first = Task { [server] in try await server.respond(to: .order(id: 1)) }
    await payments.arrival()
    // The first request has the database, and continues only after its permission.
    let second = Task { [server] in try await server.respond(to: .order(id: 2)) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    payments.permit()
    #expect(try await first.value == .receipt(Money(cents: 704, currency: .euro)))
    #expect(counts.values.committed == 1)
    #expect(try await server.books(of: "vienna").orders == 1)
  }

  @Test func requestsOfOneTenantDoNotHoldUpAnother() async throws {
    let first = Task { [server] in try await server.respond(to: .order(id: 1, tenant: "zurich")) }
    await payments.arrival()
    let second = Task { [server] in try await server.respond(to: .order(id: 2, tenant: "boston")) }
    await payments.arrival()
    payments.permit()
    payments.permit()
    _ = try await (first.value, second.value)
    #expect(counts.values.committed == 2)
  }
}

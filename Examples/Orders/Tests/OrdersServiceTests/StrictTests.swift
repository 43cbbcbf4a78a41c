import OrdersService
import Stitcher
import StitcherTesting
import Testing

/// All instances of a request and its child graphs are deallocated after the test.
@Suite(.dependencies(strict: [.undeclared, .leaks]) { serviceContainer() })
struct StrictTests {
  @Test func requestsLeaveNothing() async throws {
    let server = try await Server(tenants: Tenant.all)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0..<30 {
        let tenant = Tenant.all[id % 3].name
        group.addTask { _ = try await server.respond(to: .order(id: id, tenant: tenant)) }
      }
      try await group.waitForAll()
    }
    try await server.shutDown()
  }
}

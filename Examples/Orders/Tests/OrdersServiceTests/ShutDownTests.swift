import OrdersService
import Stitcher
import StitcherTesting
import Testing

/// A payment gateway with its books in the tenant's database, so it is closed before the database.
final class Terminal: PaymentGateway {
  /// The error of a terminal that cannot be closed.
  struct Broken: Error {}

  private let database: Database
  private let fails: Bool

  /// Opens a terminal. `fails` makes its closing fail.
  init(on database: Database, fails: Bool) {
    self.database = database
    self.fails = fails
  }

  func charge(_ amount: Money, to card: Card) async throws { await Task.yield() }

  /// Closes the books, which needs an open database.
  func close() async throws {
    database.giveBack(try await database.borrow())
    if fails { throw Broken() }
  }
}

@Suite(.dependencies { serviceContainer() })
struct ShutDownTests {
  /// The recorded events of a run.
  private struct Seen {
    /// The torn-down terminals and databases, with the names of their graphs.
    var closings: [(graph: String, what: String)] = []

    /// The number of failed teardowns.
    var failures = 0
  }

  /// A tenant with a terminal.
  private func tenant(_ name: String, failing: Bool) -> Tenant {
    Tenant(name) {
      Dependency { try Terminal(on: DependencyGraph.inject(), fails: failing) }
        .scope(.singleton)
        .conforms(to: (any PaymentGateway).self)
        .teardown { terminal in try await terminal.close() }
    }
  }

  /// Shuts the server down while 16 clients send requests until these fail.
  @Test(arguments: [false, true])
  func aShutDownUnderLoadClosesInOrder(failing: Bool) async throws {
    let names = ["linz", "graz", "wels"]
    let counts: Counts = try DependencyGraph.inject()
    let seen = Guarded(Seen())
    let watching = DependencyGraph.current.observe { event in
      guard case .tornDown(let closing) = event, let graph = closing.graph else { return }
      seen.withLock { seen in
        seen.closings.append((graph, closing.dependency.key))
        if closing.error != nil { seen.failures += 1 }
      }
    }
    defer { watching.cancel() }
    let server = try await Server(tenants: names.map { tenant($0, failing: failing) })
    for name in names { _ = try await server.respond(to: .order(tenant: name)) }
    let (answered, hasAnswered) = AsyncStream.makeStream(of: Void.self)
    let receipts = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<16 {
        group.addTask {
          var receipts = 0
          while true {
            let request = Request.order(OrderLine(1, .bread), tenant: names[client % 3])
            do {
              _ = try await server.respond(to: request)
              receipts += 1
              hasAnswered.yield()
            } catch OrderError.soldOut {
              hasAnswered.yield()
            } catch is InjectionError {
              // The graph of the tenant has ended.
              return receipts
            } catch is StorageError {
              // The request waited for the connection until the database was closed.
              return receipts
            }
          }
        }
      }
      var count = 0
      for await _ in answered {
        count += 1
        if count == 60 { break }
      }
      if failing {
        await #expect(throws: TeardownError.self) { try await server.shutDown() }
      } else {
        try await server.shutDown()
      }
      return try await group.reduce(names.count, +)
    }
    let values = counts.values
    #expect(values.committed == receipts)
    #expect(values.opened == values.committed + values.rolledBack)
    #expect((values.closedAgain, values.abandoned, values.alive) == (0, 0, 0))
    let (closings, failures) = seen.withLock { ($0.closings, $0.failures) }
    for name in names {
      let closed = closings.filter { $0.graph == name }.map(\.what)
      #expect(closed.count == 2 && closed[0].contains("Terminal"), "\(closed)")
      #expect(closed.last?.contains("Database") == true, "\(closed)")
    }
    #expect(failures == (failing ? names.count : 0))
  }
}

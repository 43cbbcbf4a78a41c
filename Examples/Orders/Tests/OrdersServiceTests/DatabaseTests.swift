import OrdersService
import Testing

@Suite struct DatabaseTests {
  let counts = Counts()
  let database: Database

  init() throws { database = try Database(counts: counts) }

  /// Suspends until a number of tasks waits for the connection.
  private func waiters(_ count: Int) async {
    while database.waiting != count { await Task.yield() }
  }

  @Test func theConnectionGoesToWhoHasWaitedLongest() async throws {
    let connection = try await database.borrow()
    let first = Task { [database] in try await database.borrow() }
    await waiters(1)
    let second = Task { [database] in try await database.borrow() }
    await waiters(2)
    database.giveBack(connection)
    database.giveBack(try await first.value)
    database.giveBack(try await second.value)
    #expect(database.waiting == 0)
  }

  @Test func whoIsCancelledWaitsNoMore() async throws {
    let connection = try await database.borrow()
    let first = Task { [database] in try await database.borrow() }
    await waiters(1)
    let second = Task { [database] in try await database.borrow() }
    await waiters(2)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    database.giveBack(connection)
    #expect(try await second.value === connection)
  }

  @Test func theEndWaitsForTheBorrower() async throws {
    let connection = try await database.borrow()
    let closing = Task { [database] in try await database.close() }
    await waiters(1)
    let late = Task { [database] in try await database.borrow() }
    await waiters(2)
    database.giveBack(connection)
    try await closing.value
    await #expect(throws: StorageError.self) { try await late.value }
    await #expect(throws: StorageError.self) { try await database.borrow() }
  }

  @Test func whoIsCancelledAlreadyDoesNotBorrow() async throws {
    let borrower = Task { [database] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.borrow()
    }
    await #expect(throws: CancellationError.self) { try await borrower.value }
    database.giveBack(try await database.borrow())
  }
}

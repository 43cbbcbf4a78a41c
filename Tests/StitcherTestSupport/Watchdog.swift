/// Ends the process if an asynchronous closure does not end within a long time.
///
/// The time limit of a test needs a thread of the pool that runs tasks. So it does not work if all
/// of them are blocked. The watchdog's limit is long: all tests share the pool, so a test on a busy
/// machine may have to wait for its turn.
package func withWatchdog<Result>(
  isolation: isolated (any Actor)? = #isolation, _ location: StaticString = #fileID,
  line: UInt = #line, _ body: () async throws -> Result
) async rethrows -> Result {
  let isDone = Gate()
  _ = Worker { isDone.wait(location, line: line) }
  defer { isDone.open() }
  return try await body()
}

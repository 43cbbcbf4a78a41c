import Stitcher
import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

/// Runs a closure while a container is active.
func withActive<Result>(
  _ container: DependencyContainer, _ body: () throws -> Result
) throws -> Result {
  DependencyGraph.activate(container)
  defer { DependencyGraph.deactivate(container) }
  return try body()
}

/// Runs an asynchronous closure while a container is active.
func withActive<Result>(
  _ container: DependencyContainer, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  await DependencyGraph.activate(container)
  defer { DependencyGraph.deactivate(container) }
  return try await body()
}

/// Starts a thread with the caller's current graph.
func boundWorker<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> Worker<Result> {
  Worker(DependencyGraph.current.bound(body))
}

/// Runs a closure on a number of threads that start together, with the caller's current graph.
@discardableResult
func runBoundThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  runThreads(count, DependencyGraph.current.bound(body))
}

/// Returns the injection error that a closure throws.
func injectionError(_ body: () throws -> Any) throws -> InjectionError {
  try #require(throws: InjectionError.self) { _ = try body() }
}

/// Makes a change, and returns after an event at which a condition holds.
func afterChange(_ change: () -> Void, until condition: () -> Bool) async {
  var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
  change()
  // Waits for an event in any case: the condition may hold before the event of the change.
  repeat {
    guard await events.next() != nil else { return }
  } while !condition()
}

/// Makes several changes; returns whether the system ran them without an interruption, so that they
/// cause one event.
func wereMadeAtOnce(_ changes: () -> Void) -> Bool {
  let millisecond = UpdateScheduler.process.millisecond.load(ordering: .relaxed)
  return ContinuousClock().measure(changes) < .nanoseconds(Int64(millisecond))
}

/// Delays updates, so that simultaneous changes cause one event even on a busy machine or with a
/// sanitizer. Tests call it in a separate process.
///
/// - Parameter factor: How many times longer updates are delayed, without a sanitizer.
func slowUpdatesDown(by factor: UInt64 = 10) {
  let factor = hasThreadSanitizer ? 10 * factor : factor
  UpdateScheduler.process.millisecond.store(factor * 1_000_000, ordering: .relaxed)
}

/// Whether the repetition of an update has not begun yet, given the time of the notification.
func isBeforeRepetition(_ start: ContinuousClock.Instant) -> Bool {
  ContinuousClock.now < start + .milliseconds(80)
}

/// Waits until a condition holds of which no event notifies the test.
func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  while !condition() { await Task.yield() }
}

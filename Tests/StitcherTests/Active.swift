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

/// Starts a thread that runs in the caller's graph.
func boundWorker<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> Worker<Result> {
  Worker(DependencyGraph.current.bound(body))
}

/// Runs a closure on a number of threads that start together, in the caller's graph.
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

/// Makes a change, and returns after a graph-changed event at which a condition holds.
func afterChange(_ change: () -> Void, until condition: () -> Bool) async {
  var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
  change()
  // An event comes after what it tells of, so the condition alone would be too early.
  repeat {
    guard await events.next() != nil else { return }
  } while !condition()
}

/// Makes changes; returns whether nothing stopped the thread between them, which would make several
/// changes of one.
func wereMadeAtOnce(_ changes: () -> Void) -> Bool {
  let slowness = UpdateScheduler.process.slowness.load(ordering: .relaxed)
  return ContinuousClock().measure(changes) < .microseconds(1_000 * slowness)
}

/// Delays updates, so that changes that are made at once are one event also on a busy machine, or
/// under a sanitizer. Tests call it in a process of their own.
///
/// - Parameter factor: How many times longer updates are delayed, without a sanitizer.
func slowUpdatesDown(by factor: Int = 10) {
  let slowness = hasThreadSanitizer ? 10 * factor : factor
  UpdateScheduler.process.slowness.store(slowness, ordering: .relaxed)
}

/// Whether a change that was notified at a time, and has landed now, is found by the repetition.
func isBeforeRepetition(_ start: ContinuousClock.Instant) -> Bool {
  ContinuousClock.now < start + .milliseconds(80)
}

/// Returns when a condition holds that nothing tells of.
func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  while !condition() { await Task.yield() }
}

import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Failure: Error, Equatable {}

@Suite(.dependencies()) struct CancelledCreationTests {
  @Test func whoIsCancelledReturnsAtOnceAndTheRestGoesOn() async throws {
    let ledger = Ledger()
    let hasBegun = AsyncGate()
    let mayGoOn = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency {
        hasBegun.open()
        await mayGoOn.wait()
        try Task.checkCancellation()
        return Base(item: ledger.make("base"))
      }.scope(.singleton).teardown { ledger.close($0.item) }
    }
    // Both the task that starts the creation and a waiting one are cancelled.
    let first = Task { try await graph.injectAsync() as Base }
    await hasBegun.wait()
    let others = (0..<3).map { _ in Task { try await graph.injectAsync() as Base } }
    let isAsking = AsyncGate()
    let last = Task {
      isAsking.open()
      return try await graph.injectAsync() as Base
    }
    await isAsking.wait()
    for _ in 0..<100 { await Task.yield() }
    first.cancel()
    others[0].cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await others[0].value }
    mayGoOn.open()
    for task in [others[1], others[2], last] { #expect(try await task.value.item.number == 0) }
    try await graph.end()
    #expect(ledger.closed == ["base"])
  }

  @Test func aCreationWithoutWaitersIsCancelled() async throws {
    let ledger = Ledger()
    let hasBegun = AsyncGate()
    let wasCancelled = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency {
        hasBegun.open()
        if wasCancelled.value == 0 {
          await withTaskCancellationHandler {
            while !Task.isCancelled { await Task.yield() }
          } onCancel: {
            wasCancelled.count()
          }
          try Task.checkCancellation()
        }
        return Base(item: ledger.make("base"))
      }.scope(.singleton).teardown { ledger.close($0.item) }
    }
    let tasks = (0..<3).map { _ in Task { try await graph.injectAsync() as Base } }
    await hasBegun.wait()
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    await eventually { wasCancelled.value == 1 }
    // A new request starts a new creation.
    #expect(try await (graph.injectAsync() as Base).item.number == 0)
    try await graph.end()
    #expect(ledger.closed == ["base"])
  }

  /// A factory that ignores its cancellation creates an instance that no request receives.
  @Test func anInstanceWithoutReceiverIsTornDown() async throws {
    let ledger = Ledger()
    let hasBegun = AsyncGate()
    let mayGoOn = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency {
        hasBegun.open()
        await mayGoOn.wait()
        return Base(item: ledger.make("base"))
      }.scope(.singleton).teardown { ledger.close($0.item) }
    }
    let task = Task { try await graph.injectAsync() as Base }
    await hasBegun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayGoOn.open()
    _ = try await graph.injectAsync() as Base
    #expect(ledger.made == 2)
    try await graph.end()
    await eventually { ledger.open == 0 }
    #expect(ledger.faults == [])
  }

  @Test func anErrorReachesAllWhoWaitAndTheNextOneTriesAgain() async throws {
    let ledger = Ledger()
    let attempts = Counter()
    let mayGoOn = AsyncGate()
    let asking = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency {
        attempts.count()
        if attempts.value == 1 {
          await mayGoOn.wait()
          throw Failure()
        }
        return Base(item: ledger.make("base"))
      }.scope(.singleton).teardown { ledger.close($0.item) }
    }
    let tasks = (0..<10).map { _ in
      Task {
        asking.count()
        return try await graph.injectAsync() as Base
      }
    }
    await eventually { asking.value == 10 && attempts.value == 1 }
    for _ in 0..<1_000 { await Task.yield() }
    mayGoOn.open()
    var failures = 0
    for task in tasks {
      do { _ = try await task.value } catch {
        #expect(error as? InjectionError == .unknown(Failure()))
        failures += 1
      }
    }
    // On a busy machine, a task that arrived late has made a new attempt.
    #expect(failures > 0)
    _ = try await graph.injectAsync() as Base
    #expect(attempts.value == 2)
    try await graph.end()
    #expect(ledger.closed == ["base"])
  }

  @Test func anActivationInAGraphThatEndsFails() async throws {
    let ledger = Ledger()
    let hasBegun = AsyncGate()
    let mayGoOn = AsyncGate()
    let graph = DependencyGraph.current.isolated(named: "session")
    let container = DependencyContainer {
      Dependency {
        hasBegun.open()
        await mayGoOn.wait()
        return Base(item: ledger.make("base"))
      }.scope(.singleton).eagerness(.eager).teardown { ledger.close($0.item) }
    }
    let activation = Task { try await graph.activateAsync(container) }
    await hasBegun.wait()
    let end = Task { try await graph.end() }
    await eventually { (try? graph.inject() as Base?) == nil }
    mayGoOn.open()
    await #expect(throws: InjectionError.graphEnded("session")) { try await activation.value }
    try await end.value
    await eventually { ledger.open == 0 }
    #expect(ledger.faults == [])
  }

  /// Tasks that are cancelled at random times, and one that is not cancelled and gets its instance.
  @Test func tasksAreCancelledAtAnyMoment() async throws {
    for round in 0..<bounded(fewerInDebug(10_000), sanitized: 300) {
      let ledger = Ledger()
      let graph = DependencyGraph.current.isolated {
        Dependency {
          for _ in 0..<round % 4 { await Task.yield() }
          if round % 3 == 0 { try Task.checkCancellation() }
          return Base(item: ledger.make("base"))
        }.scope(.singleton).teardown { ledger.close($0.item) }
      }
      let tasks = (0..<3).map { _ in Task { try await graph.injectAsync() as Base } }
      let kept = round % 2 == 0 ? Task { try await graph.injectAsync() as Base } : nil
      for _ in 0..<round % 5 { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks {
        do { _ = try await task.value } catch {
          try #require(error is CancellationError)
        }
      }
      if let kept { _ = try await kept.value }
      try await graph.end()
      await eventually { ledger.open == 0 }
      try #require(ledger.faults == [])
    }
  }
}

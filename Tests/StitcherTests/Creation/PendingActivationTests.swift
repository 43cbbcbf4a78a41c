import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Failure: Error, Equatable {}

/// Concurrent activations of one container in one graph, of which some fail or are cancelled.
@Suite(.dependencies()) struct PendingActivationTests {
  private let ledger = Ledger()
  private let hasBegun = AsyncGate()
  private let mayGoOn = AsyncGate()
  private let graph = DependencyGraph.current.isolated()

  /// Returns a container of an eager dependency with a factory that waits for a gate.
  private func container(failing: Bool = false) -> DependencyContainer {
    DependencyContainer {
      Dependency { [ledger, hasBegun, mayGoOn] () async throws -> Base in
        hasBegun.open()
        await mayGoOn.wait()
        if failing { throw Failure() }
        return Base(item: ledger.make("base"))
      }.scope(.singleton).eagerness(.eager).teardown { [ledger] in ledger.close($0.item) }
    }
  }

  @Test func whatIsActivatedTwiceStaysIfOneIsCancelled() async throws {
    let container = container()
    let first = Task.immediate { try await graph.activateAsync(container) }
    await hasBegun.wait()
    let second = Task.immediate { try await graph.activateAsync(container) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    mayGoOn.open()
    try await second.value
    #expect(try (graph.inject() as Base).item.number == 0)
    #expect(ledger.closed.isEmpty)
    try await graph.end()
    #expect(ledger.closed == ["base"])
  }

  @Test func whatEverybodyGivesUpGoes() async throws {
    let container = container()
    let tasks = (0..<3).map { _ in Task.immediate { try await graph.activateAsync(container) } }
    await hasBegun.wait()
    for task in tasks { task.cancel() }
    mayGoOn.open()
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(throws: InjectionError.self) { try graph.inject() as Base }
    // An instance that is created after the last cancellation is torn down at once.
    await eventually { ledger.closed == ["base"] }
    #expect(ledger.closed == ["base"])
    // The container can be activated once more.
    try await graph.activateAsync(container)
    _ = try graph.inject() as Base
    try await graph.end()
  }

  @Test func whatFailsForAllGoes() async throws {
    let container = container(failing: true)
    let tasks = (0..<3).map { _ in Task.immediate { try await graph.activateAsync(container) } }
    mayGoOn.open()
    for task in tasks { await #expect(throws: InjectionError.self) { try await task.value } }
    #expect(throws: InjectionError.self) { try graph.inject() as Base }
  }

  @Test func whatIsActivatedForGoodMeanwhileStays() async throws {
    let container = container()
    let task = Task.immediate { try await graph.activateAsync(container) }
    await hasBegun.wait()
    activateNow(container)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayGoOn.open()
    // A task that the synchronous activation has started may have created the instance.
    _ = try await graph.injectAsync() as Base
    try await graph.end()
    #expect(ledger.open == 0 && ledger.made > 0)
  }

  @Test func theEndWaitsForAbandonedCreations() async throws {
    activateNow(
      DependencyContainer {
        Dependency { [ledger, hasBegun, mayGoOn] () async throws -> Base in
          hasBegun.open()
          await mayGoOn.wait()
          return Base(item: ledger.make("base"))
        }.scope(.singleton).teardown { [ledger] in ledger.close($0.item) }
      })
    let (isOver, hasEnded) = (AsyncGate(), Gate())
    // The event arrives when the creation has ended and before its instance is torn down.
    let observation = graph.observe {
      guard case .failed = $0 else { return }
      isOver.open()
      hasEnded.wait()
    }
    let task = Task.immediate { try await graph.injectAsync() as Base }
    await hasBegun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayGoOn.open()
    await isOver.wait()
    let end = Task.immediate { [graph, ledger] in
      try await graph.end()
      return ledger.open
    }
    hasEnded.open()
    #expect(try await end.value == 0)
    #expect(ledger.closed == ["base"])
    withExtendedLifetime(observation) {}
  }

  @Test func whatIsDeactivatedMeanwhileAndActivatedAnewStays() async throws {
    let container = container()
    let task = Task.immediate { try await graph.activateAsync(container) }
    await hasBegun.wait()
    graph.deactivate(container)
    activateNow(container)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayGoOn.open()
    _ = try await graph.injectAsync() as Base
    try await graph.end()
    #expect(ledger.open == 0 && ledger.made > 0)
  }

  @Test func whatAPropertyInstallsMeanwhileStays() async throws {
    let container = container()
    let task = Task.immediate { try await graph.activateAsync(container) }
    await hasBegun.wait()
    let property = graph.run { Dependencies() }
    installNow(container, in: property)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayGoOn.open()
    _ = try await graph.injectAsync() as Base
    try await graph.end()
    #expect(ledger.open == 0 && ledger.made > 0)
    withExtendedLifetime(property) {}
  }

  /// Sets the container of a property wrapper synchronously.
  private func installNow(_ container: DependencyContainer, in property: Dependencies) {
    property.setContainer(container) {}
  }

  /// Activates a container synchronously.
  private func activateNow(_ container: DependencyContainer) { graph.activate(container) }
}

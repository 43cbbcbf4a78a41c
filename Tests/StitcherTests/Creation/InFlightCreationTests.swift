import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Middle: Sendable { let item: Item }
private struct Failure: Error, Equatable {}

/// Instances that are being created when their cell ends.
@Suite(.dependencies()) struct InFlightCreationTests {
  private let ledger = Ledger()
  private let isHalfMade = AsyncGate()
  private let mayGoOn = AsyncGate()

  /// Returns a container of two dependencies; the factory of the second one waits after it has
  /// injected the first one.
  ///
  /// - Parameters:
  ///   - scope: The scope of both.
  ///   - failure: The error that the second teardown throws.
  ///   - between: An action of the second factory that replaces its waiting.
  private func container(
    _ scope: DependencyScope = .singleton, failing failure: Failure? = nil,
    between: (@Sendable () async throws -> Void)? = nil
  ) -> DependencyContainer {
    DependencyContainer { [ledger, isHalfMade, mayGoOn] in
      Dependency { Base(item: ledger.make("base")) }.scope(scope)
        .teardown { ledger.close($0.item) }
      Dependency {
        let base: Base = try await DependencyGraph.injectAsync()
        isHalfMade.open()
        if let between { try await between() } else { await mayGoOn.wait() }
        return Middle(item: ledger.make("middle", with: base.item))
      }.scope(scope).teardown {
        ledger.close($0.item)
        if let failure { throw failure }
      }
    }
  }

  /// Opens the gate of the factory once no registration is found any more.
  private func letGoOn(_ graph: DependencyGraph) async {
    await eventually { (try? graph.inject() as Base) == nil }
    for _ in 0..<100 { await Task.yield() }
    #expect(ledger.closed == [])
    mayGoOn.open()
  }

  @Test func theEndWaitsForIt() async throws {
    let graph = DependencyGraph.current.isolated { container() }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    let end = Task { try await graph.end() }
    await letGoOn(graph)
    try await end.value
    #expect(ledger.closed == ["middle", "base"])
    // The waiting task gets the instance, which is closed already.
    #expect(try await middle.value.item.name == "middle")
    #expect(ledger.faults == [])
  }

  @Test func aDeactivationWaitsForIt() async throws {
    let container = container()
    let graph = DependencyGraph.current.isolated { container }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    let deactivation = Task { try await graph.deactivateAsync(container) }
    await letGoOn(graph)
    try await deactivation.value
    #expect(ledger.closed == ["middle", "base"])
    _ = try await middle.value
    #expect(ledger.faults == [])
  }

  @Test func aDeactivationWithoutWaitersComesAfterIt() async throws {
    let container = container()
    let graph = DependencyGraph.current.isolated { container }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    graph.deactivate(container)
    await letGoOn(graph)
    _ = try await middle.value
    try await graph.end()
    #expect(ledger.closed == ["middle", "base"])
    #expect(ledger.faults == [])
  }

  @Test func theEndOfALifetimeComesAfterIt() async throws {
    let source = ChangeSource()
    let graph = DependencyGraph.current.isolated { container(.managed(by: source)) }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    source.fire()
    for _ in 0..<100 { await Task.yield() }
    #expect(ledger.closed == [])
    mayGoOn.open()
    _ = try await middle.value
    try await graph.end()
    #expect(ledger.closed.first == "middle")
    #expect(ledger.open == 0)
    #expect(ledger.faults == [])
  }

  @Test func theEndReportsItsFailure() async throws {
    let graph = DependencyGraph.current.isolated { container(failing: Failure()) }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    let end = Task { try await graph.end() }
    await letGoOn(graph)
    let error = await #expect(throws: TeardownError.self) { try await end.value }
    #expect(error?.failures.map { $0.error as? Failure } == [Failure()])
    _ = try await middle.value
    #expect(ledger.open == 0)
  }

  @Test func whatFailsMeanwhileHoldsNothingUp() async throws {
    let graph = DependencyGraph.current.isolated {
      container { [mayGoOn] in
        await mayGoOn.wait()
        throw Failure()
      }
    }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    let end = Task { try await graph.end() }
    await letGoOn(graph)
    try await end.value
    await #expect(throws: InjectionError.self) { try await middle.value }
    #expect(ledger.closed == ["base"])
  }

  @Test func theEndWaitsForAThread() async throws {
    let mayGoOn = Gate()
    let graph = DependencyGraph.current.isolated { [ledger, isHalfMade] in
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
      Dependency {
        let base: Base = try DependencyGraph.inject()
        isHalfMade.open()
        mayGoOn.wait()
        return Middle(item: ledger.make("middle", with: base.item))
      }.scope(.singleton).teardown { ledger.close($0.item) }
    }
    let thread = boundWorker { _ = try? graph.inject() as Middle }
    await isHalfMade.wait()
    let end = Task { try await graph.end() }
    await eventually { (try? graph.inject() as Base) == nil }
    for _ in 0..<100 { await Task.yield() }
    #expect(ledger.closed == [])
    mayGoOn.open()
    try await end.value
    thread.join()
    #expect(ledger.closed == ["middle", "base"])
    #expect(ledger.faults == [])
  }

  /// A way in which a factory ends its own graph.
  enum End: CaseIterable { case awaited, inAChild, inATask, notAwaited, throughAnotherGraph }

  /// A factory that ends its graph does not wait for its own creation.
  @Test(arguments: End.allCases) func aFactoryThatEndsItsGraphGoesOn(_ end: End) async throws {
    let graphs = Box<[DependencyGraph]>([])
    let graph = DependencyGraph.current.isolated {
      container {
        let graph = graphs.change { $0[0] }
        switch end {
        case .awaited: try await graph.end()
        case .inAChild:
          async let child: Void = graph.end()
          try await child
        case .inATask: try await Task { try await graph.end() }.value
        case .notAwaited: graph.endNow()
        case .throughAnotherGraph: try await graphs.change { $0[1] }.end()
        }
      }
    }
    // The teardown of the second graph ends the first one.
    let other = DependencyGraph.current.isolated {
      Dependency { 7 }.scope(.singleton).teardown { _ in try await graph.end() }
    }
    _ = try other.inject() as Int
    graphs.change { $0 = [graph, other] }
    _ = try await graph.injectAsync() as Middle
    try await graph.end()
    #expect(ledger.open == 0)
    #expect(ledger.faults.filter { $0.hasSuffix("twice.") } == [])
  }

  /// The end of a graph waits for a factory, which ends the same graph.
  @Test func aFactoryThatEndsAGraphThatWaitsForItGoesOn() async throws {
    let graphs = Box<[DependencyGraph]>([])
    let graph = DependencyGraph.current.isolated {
      container { [mayGoOn] in
        await mayGoOn.wait()
        try await graphs.change { $0[0] }.end()
      }
    }
    graphs.change { $0 = [graph] }
    let middle = Task { try await graph.injectAsync() as Middle }
    await isHalfMade.wait()
    let end = Task { try await graph.end() }
    await letGoOn(graph)
    _ = try await middle.value
    try await end.value
    #expect(ledger.closed == ["middle", "base"])
    #expect(ledger.faults == [])
  }
}

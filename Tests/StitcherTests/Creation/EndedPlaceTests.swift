import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Part: Sendable {}
private struct First: Part {}
private struct Second: Part { let item: Item }
private struct Decorated: Part { let part: any Part }

/// Requests for all dependencies of a type, while some of them are deactivated.
@Suite(.dependencies()) struct EndedPlaceTests {
  /// The change that the first container's factory makes to the second container.
  enum Change: CaseIterable { case deactivated, activatedAnew }

  /// Creates a graph with two containers; the factory of the first one changes the second.
  private func graph(
    _ change: Change, _ ledger: Ledger, isAsynchronous: Bool, isDecorated: Bool = false
  ) -> DependencyGraph {
    let second = DependencyContainer {
      Dependency { Second(item: ledger.make("second")) }
        .conforms(to: (any Part).self).scope(.singleton).teardown { ledger.close($0.item) }
    }
    let graph = DependencyGraph.current.isolated()
    @Sendable func make() -> First {
      // The second container has an instance when it is deactivated.
      if change == .activatedAnew { _ = try? graph.inject() as Second }
      graph.deactivate(second)
      if change == .activatedAnew { graph.activate(second) }
      return First()
    }
    activateNow(
      isAsynchronous
        ? DependencyContainer {
          Dependency { () async -> First in make() }
            .conforms(to: (any Part).self).scope(.singleton)
        }
        : DependencyContainer {
          Dependency { make() }.conforms(to: (any Part).self).scope(.singleton)
        }, in: graph)
    if isDecorated {
      activateNow(
        DependencyContainer { Decorator((any Part).self) { Decorated(part: $0) } }, in: graph)
    }
    activateNow(second, in: graph)
    return graph
  }

  /// Activates a container synchronously.
  private func activateNow(_ container: DependencyContainer, in graph: DependencyGraph) {
    graph.activate(container)
  }

  @Test(arguments: Change.allCases, [false, true])
  func whatIsFoundIsKeptAndTornDown(_ change: Change, isAsynchronous: Bool) async throws {
    let ledger = Ledger()
    let graph = graph(change, ledger, isAsynchronous: isAsynchronous)
    let parts: [any Part] =
      try await isAsynchronous ? graph.injectAsync() : injectAllNow(in: graph)
    switch change {
    case .deactivated:
      // The chosen candidate is created although it is deactivated, and its instance is torn down.
      #expect(parts.count == 2 && parts[1] is Second)
      #expect(ledger.closed == ["second"])
    case .activatedAnew:
      try #require(parts.count == 2)
      let second = try #require(parts[1] as? Second)
      #expect(second.item.number == (try graph.inject() as Second).item.number)
      #expect(ledger.closed == ["second"])
    }
    try await graph.end()
    #expect(ledger.open == 0 && ledger.faults.isEmpty)
    #expect(ledger.made == (change == .activatedAnew ? 2 : 1))
  }

  @Test(arguments: Change.allCases, [false, true])
  func whatIsDecoratedIsFoundAnew(_ change: Change, isAsynchronous: Bool) async throws {
    let ledger = Ledger()
    let graph = graph(change, ledger, isAsynchronous: isAsynchronous, isDecorated: true)
    let parts: [any Part] =
      try await isAsynchronous ? graph.injectAsync() : injectAllNow(in: graph)
    let inner = parts.compactMap { ($0 as? Decorated)?.part }
    #expect(inner.count == (change == .activatedAnew ? 2 : 1) && inner.first is First)
    if change == .activatedAnew {
      let second = try #require(inner.last as? Second)
      #expect(second.item.number == (try graph.inject() as Second).item.number)
    }
    try await graph.end()
    #expect(ledger.open == 0 && ledger.faults.isEmpty)
    #expect(ledger.made == (change == .activatedAnew ? 2 : 0))
  }

  @Test(arguments: [false, true])
  func noSingletonIsCreatedAfterTheEnd(isAsynchronous: Bool) async throws {
    let ledger = Ledger()
    let graph = DependencyGraph.current.isolated()
    @Sendable func make() -> First {
      graph.endNow()
      return First()
    }
    activateNow(
      DependencyContainer {
        if isAsynchronous {
          Dependency { () async -> First in make() }.conforms(to: (any Part).self).scope(.singleton)
        } else {
          Dependency { make() }.conforms(to: (any Part).self).scope(.singleton)
        }
        Dependency { Second(item: ledger.make("second")) }
          .conforms(to: (any Part).self).scope(.singleton).teardown { ledger.close($0.item) }
      }, in: graph)
    let error = await #expect(throws: InjectionError.self) {
      if isAsynchronous {
        _ = try await graph.injectAsync() as [any Part]
      } else {
        _ = try injectAllNow(in: graph)
      }
    }
    if case .graphEnded = error {} else { Issue.record("\(String(describing: error))") }
    #expect(ledger.made == 0)
  }

  /// Injects all dependencies synchronously.
  private func injectAllNow(in graph: DependencyGraph) throws -> [any Part] {
    try graph.inject()
  }
}

import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Middle: Sendable { let item: Item }
private struct Top: Sendable { let item: Item }

@Suite(.dependencies()) struct ManagedTeardownTests {
  /// Three that need each other; the teardown of the last one is asynchronous.
  private func chain(_ ledger: Ledger, _ scope: DependencyScope = .singleton)
    -> DependencyContainer
  {
    DependencyContainer {
      Dependency { Base(item: ledger.make("base")) }.scope(scope)
        .teardown { ledger.close($0.item) }
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(scope).teardown { ledger.close($0.item) }
      Dependency {
        Top(item: ledger.make("top", with: (try DependencyGraph.inject() as Middle).item))
      }.scope(scope)
        .teardown { top in
          for _ in 0..<10 { await Task.yield() }
          ledger.close(top.item)
        }
    }
  }

  @Test(arguments: [false, true]) func aManagedLifetimeEndsInOrder(_ isBaseFirst: Bool)
    async throws
  {
    let ledger = Ledger()
    let source = ChangeSource()
    let container = chain(ledger, .managed(by: source))
    let graph = DependencyGraph.current.isolated { container }
    if isBaseFirst { _ = try graph.inject() as Base }
    _ = try graph.inject() as Top
    source.fire()
    await eventually { ledger.open == 0 }
    #expect(ledger.faults == [])
  }

  /// A source that other sources follow: all that ends with it ends together.
  @Test func lifetimesThatEndTogetherEndInOrderAcrossGraphs() async throws {
    let ledger = Ledger()
    let source = ChangeSource()
    let graph = DependencyGraph.current.isolated {
      Dependency { Base(item: ledger.make("base")) }.scope(.managed(by: source))
        .teardown { ledger.close($0.item) }
    }
    let child = graph.child {
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.managed(by: source)).teardown { ledger.close($0.item) }
    }
    _ = try graph.inject() as Base
    _ = try child.inject() as Middle
    source.fire()
    // Both are over at once, so nobody has to wait.
    #expect(ledger.closed == ["middle", "base"])
    #expect(ledger.faults == [])
  }

  /// What a lifetime's end has begun belongs to the graph.
  @Test func theEndWaitsForWhatALifetimeHasLeft() async throws {
    let ledger = Ledger()
    let source = ChangeSource()
    let mayClose = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency { Base(item: ledger.make("base")) }.scope(.managed(by: source))
        .teardown {
          await mayClose.wait()
          ledger.close($0.item)
        }
    }
    _ = try graph.inject() as Base
    source.fire()
    let end = Task {
      try await graph.end()
      return ledger.open
    }
    for _ in 0..<100 { await Task.yield() }
    mayClose.open()
    #expect(try await end.value == 0)
  }
}

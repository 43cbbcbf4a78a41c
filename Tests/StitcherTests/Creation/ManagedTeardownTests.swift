import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Middle: Sendable { let item: Item }
private struct Top: Sendable { let item: Item }

@Suite(.dependencies()) struct ManagedTeardownTests {
  /// Returns a container of three dependent instances; the last teardown is asynchronous.
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

  /// Several sources follow one source: all their instances end together.
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
    // Both teardowns have ended already, so the caller does not wait.
    #expect(ledger.closed == ["middle", "base"])
    #expect(ledger.faults == [])
  }

  /// The graph waits for the teardowns that the end of a lifetime has started.
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

  /// A lifetime with receipts that call a closure when they are cancelled: at that time the
  /// instance is evicted and not torn down yet.
  final class ReportingLifetime: ManagedDependencyScopeProviding, Sendable {
    let source = ChangeSource()
    let onCancel = Box<@Sendable () -> Void>({})

    struct Receipt: ManagedDependencyScopeReceipt {
      let base: any ManagedDependencyScopeReceipt
      let onCancel: @Sendable () -> Void

      func cancel() {
        base.cancel()
        onCancel()
      }
    }

    func onScopeInvalidated(
      perform action: @Sendable @escaping () -> Void
    ) -> any ManagedDependencyScopeReceipt {
      Receipt(base: source.onScopeInvalidated(perform: action)) { [onCancel] in onCancel.value() }
    }
  }

  /// A way to evict an instance.
  enum Leaving: CaseIterable, Sendable {
    case deactivation, deactivationOfAll, replacement, rebuild, end, lifetime, severalLifetimes
  }

  /// A graph with an instance, which reports its eviction through the lifetime's receipt.
  private final class ObservedEviction {
    let graph = DependencyGraph.current.isolated()
    let lifetime = ReportingLifetime()
    private let isThere = Box(true)
    private let container: DependencyContainer
    private let wrapper: Dependencies
    private let other: any ManagedDependencyScopeReceipt

    /// Creates the instance.
    init(_ ledger: Ledger, leavingBy leaving: Leaving) throws {
      container = DependencyContainer { [isThere, lifetime] in
        if isThere.value {
          Dependency { ledger.make("told") }.scope(.managed(lifetime))
            .teardown { ledger.close($0) }
        }
      }
      wrapper = graph.run { [container] in Dependencies(wrappedValue: container) }
      _ = try graph.inject() as Item
      other = lifetime.source.onScopeInvalidated {}
      if leaving == .lifetime { other.cancel() }
    }

    /// Evicts the instance.
    func leave(by leaving: Leaving) {
      switch leaving {
      case .deactivation: graph.deactivate(container)
      case .deactivationOfAll: graph.deactivateAll()
      case .replacement: wrapper.setContainer(DependencyContainer.empty) {}
      case .rebuild:
        isThere.value = false
        container.rebuild()
      case .end: graph.endNow()
      case .lifetime, .severalLifetimes: lifetime.source.fire()
      }
    }
  }

  @Test(arguments: Leaving.allCases)
  func theEndWaitsForWhatHasJustBeenTakenOut(_ leaving: Leaving) async throws {
    let ledger = Ledger()
    let told = try ObservedEviction(ledger, leavingBy: leaving)
    let graph = told.graph
    // The graph's end begins right after the eviction.
    let ends = Box<[Task<Int, any Error>]>([])
    told.lifetime.onCancel.value = {
      let end = Task.immediate {
        try await graph.end()
        return ledger.open
      }
      ends.change { $0.append(end) }
    }
    told.leave(by: leaving)
    #expect(ends.value.count == 1)
    for end in ends.value { #expect(try await end.value == 0) }
    #expect(ledger.closed == ["told"])
  }

  /// The teardowns of a change that is made during a change run after those of the outer change.
  @Test(arguments: Leaving.allCases)
  func aChangeWithinAChangeTearsDownAfterIt(_ leaving: Leaving) async throws {
    let ledger = Ledger()
    let told = try ObservedEviction(ledger, leavingBy: leaving)
    let graph = told.graph
    let further = DependencyContainer {
      Dependency { Base(item: ledger.make("further")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
    }
    await graph.activate(further)
    _ = try graph.inject() as Base
    let closed = Box<[String]?>(nil)
    told.lifetime.onCancel.value = {
      graph.deactivate(further)
      closed.value = ledger.closed
    }
    told.leave(by: leaving)
    #expect(closed.value == [])
    try await graph.end()
    // If the outer change evicts all instances, both are in its batch.
    let isOneBatch = leaving == .deactivationOfAll || leaving == .end
    #expect(ledger.closed == (isOneBatch ? ["further", "told"] : ["told", "further"]))
  }

  /// A change of the parent evicts an instance of the child.
  @Test func theEndOfAChildWaitsForWhatHasJustLeftIt() async throws {
    let ledger = Ledger()
    let lifetime = ReportingLifetime()
    let graph = DependencyGraph.current.isolated()
    let container = DependencyContainer {
      Dependency { ledger.make("told") }.scope(.managed(lifetime)).teardown { ledger.close($0) }
    }
    await graph.activate(container)
    let child = graph.isolated()
    _ = try child.inject() as Item
    let end = Box<Task<Int, any Error>?>(nil)
    lifetime.onCancel.value = {
      end.value = Task.immediate {
        try await child.end()
        return ledger.open
      }
    }
    graph.deactivate(container)
    #expect(try await end.value?.value == 0)
    #expect(ledger.closed == ["told"])
  }
}

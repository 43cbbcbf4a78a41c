import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Middle: Sendable { let item: Item }
private struct Top: Sendable { let item: Item }
private struct Failure: Error {}

@Suite(.dependencies()) struct TeardownOrderTests {
  /// Returns a container of three dependent instances; the last teardown is asynchronous.
  private func chain(_ ledger: Ledger) -> DependencyContainer {
    DependencyContainer {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.singleton).teardown { ledger.close($0.item) }
      Dependency {
        Top(item: ledger.make("top", with: (try DependencyGraph.inject() as Middle).item))
      }.scope(.singleton)
        .teardown { top in
          for _ in 0..<10 { await Task.yield() }
          ledger.close(top.item)
        }
    }
  }

  /// The end of a graph waits for teardowns that a factory has started.
  @Test func anEndWaitsForWhatAFactoryCloses() async throws {
    let isClosing = (AsyncGate(), AsyncGate())
    let mayClose = (AsyncGate(), AsyncGate())
    let closed = Record<Int>()
    func container(_ number: Int, _ isClosing: AsyncGate, _ mayClose: AsyncGate)
      -> DependencyContainer
    {
      DependencyContainer {
        Dependency(for: number) { number }.scope(.singleton)
          .teardown { number in
            isClosing.open()
            await mayClose.wait()
            closed.append(number)
          }
      }
    }
    let first = container(1, isClosing.0, mayClose.0)
    let second = container(2, isClosing.1, mayClose.1)
    let graphs = Box<[DependencyGraph]>([])
    let graph = DependencyGraph.current.isolated {
      first
      second
      Dependency { () async throws -> String in
        try await graphs.change { $0[0] }.deactivateAsync(second)
        return "done"
      }.scope(.instance)
    }
    graphs.change { $0 = [graph] }
    let found: [Int] = try [graph.inject(byValue: 1), graph.inject(byValue: 2)]
    #expect(found == [1, 2])
    graph.deactivate(first)
    await isClosing.0.wait()
    // The factory does not wait for its teardown, which is queued after another one.
    #expect(try await graph.injectAsync() as String == "done")
    let end = Task {
      try await graph.end()
      return closed.elements
    }
    mayClose.0.open()
    await isClosing.1.wait()
    #expect(closed.elements == [1])
    for _ in 0..<100 { await Task.yield() }
    mayClose.1.open()
    #expect(try await end.value == [1, 2])
  }

  /// The graph is ended a second time before the first end has collected its teardowns.
  @Test(arguments: [true, false])
  func anEndWaitsForOneThatHasJustBegun(hasTeardown: Bool) async throws {
    for _ in 0..<100 {
      let (mayClose, isAsked, changes) = (AsyncGate(), Counter(), Counter())
      let closed = Record<Int>()
      let graph = DependencyGraph.current.isolated {
        if hasTeardown {
          Dependency { 1 }.scope(.singleton)
            .teardown { number in
              await mayClose.wait()
              closed.append(number)
            }
        } else {
          Dependency { 1 }.scope(.singleton)
        }
      }
      _ = try graph.inject() as Int
      let second = Box<Task<[Int], any Error>?>(nil)
      let observation = graph.observe { event in
        guard case .changed = event else { return }
        changes.count()
        let task = Task {
          isAsked.count()
          try await graph.end()
          return closed.elements
        }
        second.change { $0 = task }
        // The delay lets the second end start before the first one continues in most rounds.
        for _ in 0..<100_000 where isAsked.value == 0 {}
      }
      let first = Task { try await graph.end() }
      await eventually { isAsked.value > 0 }
      for _ in 0..<20 { await Task.yield() }
      mayClose.open()
      try await first.value
      #expect(try await second.change { $0 }?.value == (hasTeardown ? [1] : []))
      #expect(changes.value == 1, "the second end changes nothing")
      observation.cancel()
    }
  }

  /// A task that a teardown has started does not belong to the teardown after its end.
  @Test func aTaskOfATeardownThatIsOverWaits() async throws {
    let isOver = AsyncGate()
    let isClosing = AsyncGate()
    let mayClose = AsyncGate()
    let ended = Box<Task<Int, any Error>?>(nil)
    let ledger = Ledger()
    let graphs = Box<[DependencyGraph]>([])
    let first = DependencyContainer {
      Dependency { 7 }.scope(.singleton).teardown { _ in
        let graph = graphs.change { $0[0] }
        ended.change {
          $0 = Task {
            await isOver.wait()
            try await graph.end()
            return ledger.open
          }
        }
      }
    }
    let second = DependencyContainer {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { base in
          isClosing.open()
          await mayClose.wait()
          ledger.close(base.item)
        }
    }
    let graph = DependencyGraph.current.isolated {
      first
      second
    }
    graphs.change { $0 = [graph] }
    _ = try graph.inject() as Int
    _ = try graph.inject() as Base
    try await graph.deactivateAsync(first)
    graph.deactivate(second)
    await isClosing.wait()
    isOver.open()
    for _ in 0..<100 { await Task.yield() }
    mayClose.open()
    let task = try #require(ended.change { $0 })
    #expect(try await task.value == 0)
  }

  @Test func anEndWaitsForWhatADeactivationCloses() async throws {
    let ledger = Ledger()
    let isClosing = AsyncGate()
    let mayClose = AsyncGate()
    let upper = DependencyContainer {
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.singleton)
        .teardown { middle in
          isClosing.open()
          await mayClose.wait()
          ledger.close(middle.item)
        }
    }
    let graph = DependencyGraph.current.isolated {
      upper
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
    }
    _ = try graph.inject() as Middle
    graph.deactivate(upper)
    await isClosing.wait()
    let end = Task {
      try await graph.end()
      return ledger.open
    }
    for _ in 0..<100 { await Task.yield() }
    mayClose.open()
    #expect(try await end.value == 0)
    await eventually { ledger.open == 0 }
    #expect(ledger.faults == [])
  }

  /// A graph that is deallocated tears down after its last change.
  @Test func aDroppedGraphWaitsForWhatADeactivationCloses() async throws {
    let (ledger, isClosing, mayClose) = (Ledger(), AsyncGate(), AsyncGate())
    let upper = DependencyContainer {
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.singleton)
        .teardown {
          isClosing.open()
          await mayClose.wait()
          ledger.close($0.item)
        }
    }
    do {
      let graph = DependencyGraph.current.isolated {
        Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
          .teardown { ledger.close($0.item) }
        upper
      }
      _ = try graph.inject() as Middle
      graph.deactivate(upper)
      await isClosing.wait()
    }
    #expect(ledger.closed == [])
    mayClose.open()
    await eventually { ledger.open == 0 }
    #expect(ledger.closed == ["middle", "base"] && ledger.faults.isEmpty)
  }

  /// A change may release the last reference to a child graph. The child's instances are torn down
  /// together with those of the change.
  @Test func aChildThatAChangeDropsIsTornDownWithIt() async throws {
    final class Holder: Sendable {
      let child: DependencyGraph?
      init(_ child: DependencyGraph?) { self.child = child }
    }
    let (ledger, child) = (Ledger(), Box<DependencyGraph?>(nil))
    let container = DependencyContainer {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.scoped).teardown { ledger.close($0.item) }
      Dependency { Holder(child.take()) }.scope(.singleton)
    }
    let graph = DependencyGraph.current.isolated { container }
    child.value = graph.child {
      Dependency {
        Top(item: ledger.make("top", with: (try DependencyGraph.inject() as Middle).item))
      }.scope(.scoped).teardown { ledger.close($0.item) }
    }
    _ = try child.value?.inject() as Top?
    _ = try graph.inject() as Holder
    graph.deactivate(container)
    await eventually { ledger.open == 0 }
    #expect(ledger.closed == ["top", "middle", "base"] && ledger.faults.isEmpty)
  }

  @Test func graphsMayEndEachOther() async throws {
    let ledger = Ledger()
    let closing = Counter()
    let graphs = Box<[DependencyGraph]>([])
    for number in 0..<2 {
      graphs.change {
        $0.append(
          DependencyGraph.current.isolated {
            Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
              .teardown { base in
                closing.count()
                await eventually { closing.value == 2 }
                try await graphs.value[1 - number].end()
                ledger.close(base.item)
              }
          })
      }
    }
    for graph in graphs.value { _ = try graph.inject() as Base }
    async let first: Void = graphs.value[0].end()
    async let second: Void = graphs.value[1].end()
    _ = try await (first, second)
    #expect(ledger.open == 0)
    #expect(ledger.faults == [])
    graphs.value = []
  }

  @Test func aTeardownMayInjectWhatDeactivates() async throws {
    let ledger = Ledger()
    let other = DependencyContainer {
      Dependency { Middle(item: ledger.make("middle")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
    }
    let home = Box(Weak<DependencyGraph>(object: nil))
    let container = DependencyContainer {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { base in
          _ = try await home.value.object?.injectAsync() as Top?
          ledger.close(base.item)
        }
    }
    let graph = DependencyGraph.current.isolated {
      container
      other
      Dependency {
        let middle: Middle = try await DependencyGraph.injectAsync()
        try await home.value.object?.deactivateAsync(other)
        return Top(item: middle.item)
      }.scope(.singleton)
    }
    home.value = Weak(object: graph)
    _ = try graph.inject() as Base
    try await graph.deactivateAsync(container)
    #expect(ledger.closed.first == "base")
    try await graph.end()
    #expect(ledger.closed == ["base", "middle"])
  }

  @Test func whoeverEndsAGraphFindsItClosed() async throws {
    for _ in 0..<bounded(fewerInDebug(10_000), sanitized: 200) {
      let ledger = Ledger()
      let graph = DependencyGraph.current.isolated { chain(ledger) }
      _ = try graph.inject() as Top
      let open = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<3 {
          group.addTask {
            try await graph.end()
            return ledger.open
          }
        }
        return try await group.reduce(0, +)
      }
      try #require(open == 0)
      try #require(ledger.faults == [])
    }
  }

  @Test func aTeardownThatWaitsHoldsUpWhatComesAfterIt() async throws {
    let ledger = Ledger()
    let isClosing = AsyncGate()
    let mayClose = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.singleton)
        .teardown { middle in
          isClosing.open()
          await mayClose.wait()
          ledger.close(middle.item)
        }
    }
    _ = try graph.inject() as Middle
    let end = Task { try await graph.end() }
    await isClosing.wait()
    // The cancelled end still waits for all teardowns.
    end.cancel()
    for _ in 0..<100 { await Task.yield() }
    #expect(ledger.open == 2)
    mayClose.open()
    try await end.value
    #expect(ledger.closed == ["middle", "base"])
  }

  @Test func whatTakesTooLongDoesNotHoldUpTheRest() async throws {
    let ledger = Ledger()
    let mayClose = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency { Base(item: ledger.make("base")) }.scope(.singleton)
        .teardown { base in
          ledger.close(base.item)
          throw Failure()
        }
      Dependency {
        Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
      }.scope(.singleton)
        .teardown(within: .milliseconds(1)) { middle in
          // The teardown ignores its cancellation.
          await mayClose.wait()
          ledger.close(middle.item)
        }
    }
    _ = try graph.inject() as Middle
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    #expect(error?.failures.map(\.dependency) == [.type("Middle"), .type("Base")])
    #expect(ledger.closed == ["base"])
    mayClose.open()
    await eventually { ledger.open == 0 }
    #expect(ledger.closed == ["base", "middle"])
  }

  /// A shared instance with a reference only from an evicted one is alive when both are evicted.
  @Test func whatIsSharedIsTornDownWithWhatHoldsIt() async throws {
    final class Part: Sendable {}
    final class Whole: Sendable {
      let part: Part

      init(_ part: Part) { self.part = part }
    }
    let closed = Counter()
    func container(_ scope: DependencyScope) -> DependencyContainer {
      DependencyContainer {
        Dependency { Whole(try DependencyGraph.inject()) }.scope(scope)
        Dependency { Part() }.scope(.shared).teardown { _ in closed.count() }
      }
    }
    for isAwaited in [true, false] {
      let wholes = container(.singleton)
      let graph = DependencyGraph.current.isolated { wholes }
      _ = try graph.inject() as Whole
      if isAwaited { try await graph.end() } else { graph.deactivate(wholes) }
    }
    #expect(closed.value == 2)
    // The holder is an instance of a child.
    let graph = DependencyGraph.current.isolated { container(.scoped) }
    let child = graph.child()
    _ = try child.inject() as Whole
    graph.deactivateAll()
    #expect(closed.value == 3)
    withExtendedLifetime(child) {}
  }
}

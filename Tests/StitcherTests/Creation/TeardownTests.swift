import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private final class File: Sendable {}

private final class Log: Sendable {
  let file: File

  init(_ file: File) { self.file = file }
}

private final class Service: Sendable {
  let log: Log

  init(_ log: Log) { self.log = log }
}

private struct Failure: Error, Equatable {}

@Suite(.dependencies()) struct TeardownTests {
  /// Returns a container of three dependent instances, declared in another order than created.
  private func chain(_ events: Events, scope: DependencyScope = .singleton) -> DependencyContainer {
    DependencyContainer {
      Dependency { Log(try DependencyGraph.inject()) }.scope(scope)
        .teardown { _ in events.append("log") }
      Dependency { Service(try DependencyGraph.inject()) }.scope(scope)
        .teardown { _ in
          await Task.yield()
          events.append("service")
        }
      Dependency { File() }.scope(scope).teardown { _ in events.append("file") }
    }
  }

  @Test func theEndClosesInReverseOrder() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated { chain(events) }
    _ = try graph.inject() as Service
    try await graph.end()
    #expect(events.all == ["service", "log", "file"])
    try await graph.end()
    #expect(events.all.count == 3)
  }

  @Test func onlyWhatWasMadeIsClosed() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated { chain(events) }
    _ = try graph.inject() as Log
    try await graph.end()
    #expect(events.all == ["log", "file"])
  }

  @Test func aDeactivationThatWaitsCloses() async throws {
    let events = Events()
    let container = chain(events)
    await DependencyGraph.activate(container)
    _ = try DependencyGraph.inject() as Service
    try await DependencyGraph.deactivateAsync(container)
    #expect(events.all == ["service", "log", "file"])
    #expect(throws: InjectionError.self) { _ = try DependencyGraph.inject() as Service }
  }

  @Test func aDeactivationClosesInATask() async throws {
    let events = Events()
    let container = chain(events)
    await DependencyGraph.activate(container)
    _ = try DependencyGraph.inject() as Service
    DependencyGraph.deactivate(container)
    await eventually { events.all.count == 3 }
    #expect(events.all == ["service", "log", "file"])
  }

  @Test func aDroppedGraphCloses() async throws {
    let events = Events()
    do {
      let graph = DependencyGraph.current.isolated { chain(events) }
      _ = try graph.inject() as Log
    }
    // Both teardowns are synchronous. But another test may be changing the graph of the process,
    // which holds this graph meanwhile.
    await eventually { events.all.count == 2 }
    #expect(events.all == ["log", "file"])
    do {
      let graph = DependencyGraph.current.isolated { chain(events) }
      _ = try graph.inject() as Service
    }
    await eventually { events.all.count == 5 }
    #expect(events.all.suffix(3) == ["service", "log", "file"])
  }

  @Test func whatIsScopedGoesWithItsGraph() async throws {
    let events = Events()
    let parent = DependencyGraph.current.isolated { chain(events, scope: .scoped) }
    let child = parent.child()
    _ = try child.inject() as Service
    _ = try parent.inject() as File
    try await child.end()
    #expect(events.all == ["service", "log", "file"])
    try await parent.end()
    #expect(events.all.count == 4)
  }

  @Test func aManagedLifetimeEnds() async throws {
    let events = Events()
    let source = ChangeSource()
    let graph = DependencyGraph.current.isolated { chain(events, scope: .managed(by: source)) }
    _ = try graph.inject() as File
    source.fire()
    #expect(events.all == ["file"])
    source.fire()
    #expect(events.all == ["file"])
  }

  @Test func aRebuiltContainerClosesWhatHasGone() async throws {
    let events = Events()
    let name = LockedName("Ada")
    let container = DependencyContainer {
      let user = name.value
      Dependency { File() }.scope(.singleton).id(user).teardown { _ in events.append(user) }
    }
    await DependencyGraph.activate(container)
    let first: File = try DependencyGraph.inject()
    name.value = "Bob"
    container.rebuild()
    #expect(try (DependencyGraph.inject() as File) !== first)
    #expect(events.all == ["Ada"])
    container.rebuild()
    #expect(events.all == ["Ada"])
  }

  @Test func whatFailsIsThrownAfterAllWereClosed() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency(named: "a") { File() }.scope(.singleton).teardown { _ in throw Failure() }
      Dependency(named: "b") { File() }.scope(.singleton)
        .teardown { _ in
          await Task.yield()
          throw Failure()
        }
      Dependency(named: "c") { File() }.scope(.singleton).teardown { _ in events.append("c") }
    }
    for name in ["c", "b", "a"] { _ = try graph.inject(byName: name) as File }
    do {
      try await graph.end()
      Issue.record("Nothing was thrown.")
    } catch let error as TeardownError {
      #expect(error.failures.map(\.dependency) == [.name("a"), .name("b")])
      #expect(error.failures.allSatisfy { $0.error is Failure })
      #expect(
        error.description
          == """
          2 teardowns have failed; everything else is closed.
            Name[a] (\(error.failures[0].place)): Failure()
            Name[b] (\(error.failures[1].place)): Failure()
          """)
      #expect(error.failures[0].place.hasPrefix("StitcherTests/TeardownTests.swift:"))
    }
    #expect(events.all == ["c"])
  }

  @Test func whatTakesTooLongIsNotWaitedFor() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency(named: "slow") { File() }.scope(.singleton)
        .teardown(within: .milliseconds(10)) { _ in try await Task.sleep(for: .seconds(600)) }
      Dependency(named: "fast") { File() }.scope(.singleton)
        .teardown(within: .seconds(600)) { _ in events.append("fast") }
    }
    for name in ["fast", "slow"] { _ = try graph.inject(byName: name) as File }
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    #expect(
      error?.failures.map { $0.error as? TeardownError.Timeout }
        == [TeardownError.Timeout(limit: .milliseconds(10))])
    #expect(events.all == ["fast"])
  }

  @Test func aLimitMayBeANumberOfSeconds() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency(named: "slow") { File() }.scope(.singleton)
        .teardown(withinSeconds: 0.01) { _ in try await Task.sleep(for: .seconds(600)) }
      Dependency(named: "fast") { File() }.scope(.singleton)
        .teardown(withinSeconds: 1e30) { _ in
          await Task.yield()
          events.append("fast")
        }
    }
    for name in ["fast", "slow"] { _ = try graph.inject(byName: name) as File }
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    let timeout = try #require(error?.failures.first?.error as? TeardownError.Timeout)
    #expect(timeout.limitInSeconds == 0.01 && timeout.limit == .milliseconds(10))
    #expect(timeout == TeardownError.Timeout(limitInSeconds: 0.01))
    #expect(events.all == ["fast"])
  }

  /// A clock traps if a deadline exceeds its range.
  @Test(arguments: [Duration.seconds(3_000_000_000), .seconds(10_000_000_000), .seconds(Int64.max)])
  func aLimitMayBeLong(_ limit: Duration) async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency { File() }.scope(.singleton)
        .teardown(within: limit) { _ in
          for _ in 0..<10_000 { await Task.yield() }
          events.append("file")
        }
    }
    _ = try graph.inject() as File
    try await graph.end()
    #expect(events.all == ["file"])
  }

  @Test func aCancelledEndLosesNothing() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated { chain(events) }
    _ = try graph.inject() as Service
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await graph.end()
    }
    try await task.value
    #expect(events.all == ["service", "log", "file"])
  }

  @Test func aTeardownMayEndItsGraph() async throws {
    let graph = DependencyGraph.current.isolated()
    let events = Events()
    await graph.activate(
      DependencyContainer {
        Dependency { File() }.scope(.singleton)
          .teardown { [weak graph] _ in
            try await graph?.end()
            events.append("file")
          }
      })
    _ = try graph.inject() as File
    try await graph.end()
    #expect(events.all == ["file"])
  }

  @Test func aSecondEndWaitsForTheFirst() async throws {
    let events = Events()
    let (blocked, unblock) = AsyncStream.makeStream(of: Void.self)
    let graph = DependencyGraph.current.isolated {
      Dependency { File() }.scope(.singleton)
        .teardown { _ in
          events.append("begun")
          for await _ in blocked {}
          events.append("file")
        }
    }
    _ = try graph.inject() as File
    async let first: Void = graph.end()
    await eventually { events.all == ["begun"] }
    async let second: Void = {
      try await graph.end()
      events.append("second")
    }()
    unblock.finish()
    _ = try await (first, second)
    #expect(events.all == ["begun", "file", "second"])
  }

  @Test func anActorsTeardownRunsThere() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency { File() }.scope(.singleton)
        .teardown { @MainActor _ in
          MainActor.assertIsolated()
          events.append("file")
        }
    }
    _ = try graph.inject() as File
    try await graph.end()
    #expect(events.all == ["file"])
  }

  @Test func whatIsSharedIsClosedIfItIsAlive() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated { chain(events, scope: .shared) }
    var file: File? = try graph.inject()
    _ = try graph.inject() as Log
    try await graph.end()
    #expect(events.all == ["file"])
    _ = file
    file = nil
  }
}

/// A mutable name behind a lock.
private final class LockedName: Sendable {
  private let name: Box<String>

  init(_ name: String) { self.name = Box(name) }

  var value: String {
    get { name.value }
    set { name.value = newValue }
  }
}

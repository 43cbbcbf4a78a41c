import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

private struct Base: Sendable { let item: Item }
private struct Plain: Sendable { let item: Item }
private struct Both: Sendable { let item: Item }
private final class Weakly: Sendable {
  let item: Item
  init(_ item: Item) { self.item = item }
}

/// A graph of one round with its container.
private struct World: Sendable {
  let ledger = Ledger()
  let graph: DependencyGraph
  let container: DependencyContainer

  init() {
    graph = DependencyGraph.current.isolated(named: "world")
    let ledger = ledger
    container = DependencyContainer {
      Dependency {
        await Task.yield()
        return Base(item: ledger.make("base"))
      }.scope(.singleton)
        .teardown { base in
          await Task.yield()
          ledger.close(base.item)
        }
      Dependency { Plain(item: ledger.make("plain")) }.scope(.singleton)
        .teardown { ledger.close($0.item) }
      Dependency {
        let base: Base = try await DependencyGraph.injectAsync()
        let plain: Plain = try await DependencyGraph.injectAsync()
        return Both(item: ledger.make("both", with: base.item, plain.item))
      }.scope(.singleton).teardown { ledger.close($0.item) }
      Dependency { Weakly(ledger.make("weakly")) }.scope(.scoped)
        .teardown { ledger.close($0.item) }
    }
    graph.activate(container)
  }
}

/// The rounds of a race, which all threads and tasks enter together.
private final class Rounds: Sendable {
  let worlds: [World]
  private let arrived = Atomic(0)
  private let size: Int

  init(_ worlds: [World], participants: Int) {
    self.worlds = worlds
    size = participants
  }

  /// Runs a closure in each round, on a thread.
  func run(_ body: (Int, World) -> Void) {
    for (round, world) in worlds.enumerated() {
      arrived.add(1, ordering: .sequentiallyConsistent)
      Thread.yieldToOthers {
        arrived.load(ordering: .sequentiallyConsistent) >= (round + 1) * size
      }
      body(round, world)
    }
  }

  /// Runs a closure in each round, in a task.
  func runInTask(_ body: (Int, World) async -> Void) async {
    for (round, world) in worlds.enumerated() {
      arrived.add(1, ordering: .sequentiallyConsistent)
      await eventually { arrived.load(ordering: .sequentiallyConsistent) >= (round + 1) * size }
      await body(round, world)
    }
  }
}

/// Whether an injection may throw an error while its graph changes.
private func isExpected(_ error: any Error) -> Bool {
  switch error as? InjectionError {
  case .graphEnded, .missingDependency, .asynchronousDependency: true
  default: error is CancellationError
  }
}

@Suite(.dependencies()) struct CreationRaceTests {
  /// Calls a closure, and records unexpected errors.
  private static func attempt(_ faults: Record<String>, _ body: () throws -> Void) {
    do { try body() } catch { if !isExpected(error) { faults.append("\(error)") } }
  }

  /// Calls an asynchronous closure, and records unexpected errors.
  private static func attempt(_ faults: Record<String>, _ body: () async throws -> Void) async {
    do { try await body() } catch { if !isExpected(error) { faults.append("\(error)") } }
  }

  /// A change of the container or the graph while threads and tasks inject.
  enum Change: CaseIterable {
    case ends, endsTwice, deactivates, deactivatesAsync, activates, endsOnAThread
  }

  @Test(arguments: Change.allCases) func everythingIsClosedOnceAndInOrder(_ change: Change)
    async throws
  {
    let worlds = (0..<bounded(fewerInDebug(1_700), sanitized: 150)).map { _ in World() }
    let rounds = Rounds(worlds, participants: 6)
    let faults = Record<String>()
    let threads = [
      boundWorker {
        rounds.run { _, world in Self.attempt(faults) { _ = try world.graph.inject() as Plain } }
      },
      boundWorker {
        rounds.run { round, world in
          Self.attempt(faults) { _ = try world.graph.inject() as Weakly }
          Self.attempt(faults) { _ = try world.graph.inject() as Base }
          if change == .endsOnAThread { world.graph.endNow() }
        }
      },
    ]
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await rounds.runInTask { _, world in
          await Self.attempt(faults) { _ = try await world.graph.injectAsync() as Both }
        }
      }
      group.addTask {
        await rounds.runInTask { _, world in
          await Self.attempt(faults) { _ = try await world.graph.injectAsync() as Base }
          await Self.attempt(faults) { _ = try await world.graph.injectAsync() as Weakly }
        }
      }
      group.addTask {
        await rounds.runInTask { round, world in
          let task = Task { _ = try await world.graph.injectAsync() as Both }
          for _ in 0..<round % 4 { await Task.yield() }
          task.cancel()
          await Self.attempt(faults) { try await task.value }
        }
      }
      group.addTask {
        await rounds.runInTask { round, world in
          for _ in 0..<round % 8 { await Task.yield() }
          await Self.attempt(faults) { try await Self.make(change, in: world) }
        }
      }
    }
    for thread in threads { thread.join() }
    for world in worlds {
      try await world.graph.end()
      try #require(world.ledger.open == 0)
      try #require(world.ledger.faults == [])
    }
    #expect(faults.elements == [])
  }

  private static func make(_ change: Change, in world: World) async throws {
    let (graph, container) = (world.graph, world.container)
    switch change {
    case .ends: try await graph.end()
    case .endsTwice:
      async let other: Void = graph.end()
      try await graph.end()
      try await other
    case .deactivates:
      graph.deactivate(container)
      await graph.activate(container)
    case .deactivatesAsync:
      try await graph.deactivateAsync(container)
      try await graph.activateAsync(container)
    case .activates:
      await graph.activate(container)
      try await graph.deactivateAsync(container)
      await graph.activate(container)
    case .endsOnAThread: break
    }
  }

  /// The existing instances are torn down in order, even if requests run meanwhile.
  @Test func whatWasMadeIsClosedInOrder() async throws {
    let worlds = (0..<bounded(fewerInDebug(10_000), sanitized: 150)).map { _ in World() }
    for (round, world) in worlds.enumerated() {
      _ = try await world.graph.injectAsync() as Both
      async let asked: Void = Self.attempt(Record<String>()) {
        _ = try await world.graph.injectAsync() as Both
      }
      async let other: Void = world.graph.end()
      if round % 2 == 0 {
        try await world.graph.deactivateAsync(world.container)
      } else {
        try await world.graph.end()
      }
      await asked
      try await other
      try #require(world.ledger.open == 0)
      try #require(world.ledger.faults == [])
    }
  }
}
